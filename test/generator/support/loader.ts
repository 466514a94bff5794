/**
 * The argument for `--import` that makes a custom function load every module. The function is given as text:
 * `load(url, context, next)`. Node 20 has only `register`, for which Node 26 prints a warning.
 */
export function importOfLoader(load: string): string {
  return moduleOf(`
    import * as module from 'node:module'
    ${load}
    if (module.registerHooks) module.registerHooks({ load })
    else module.register(${JSON.stringify(moduleOf(`export ${load}`))})`)
}

const moduleOf = (text: string): string => `data:text/javascript,${encodeURIComponent(text)}`
