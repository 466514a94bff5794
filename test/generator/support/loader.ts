/**
 * What `--import` takes to have every module loaded by a function of ours, given as its text: `load(url, context, next)`.
 * Node 20 has `register` alone, which Node 26 warns of.
 */
export function importOfLoader(load: string): string {
  return moduleOf(`
    import * as module from 'node:module'
    ${load}
    if (module.registerHooks) module.registerHooks({ load })
    else module.register(${JSON.stringify(moduleOf(`export ${load}`))})`)
}

const moduleOf = (text: string): string => `data:text/javascript,${encodeURIComponent(text)}`
