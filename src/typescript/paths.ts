import { join, resolve } from 'node:path'
import { typescript } from './typescript.js'

/** The aliases of modules in a project's tsconfig.json, each with an absolute path. */
export function pathsOf(project: string): readonly (readonly [alias: string, target: string])[] {
  const ts = typescript()
  const config = ts.getParsedCommandLineOfConfigFile(join(project, 'tsconfig.json'), undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: () => undefined,
  })
  const { paths = {}, baseUrl, pathsBasePath } = config?.options ?? {}
  const base = baseUrl ?? (typeof pathsBasePath === 'string' ? pathsBasePath : project)
  return Object.entries(paths).flatMap(([alias, [target]]) =>
    target === undefined ? [] : [[alias, resolve(base, target)] as const],
  )
}

/** Whether a project's tsconfig.json has an alias for a module. */
export function isAlias(module: string, project: string): boolean {
  return pathsOf(project).some(([alias]) => {
    const [start = '', end] = alias.split('*')
    return end === undefined ? module === alias : module.startsWith(start) && module.endsWith(end)
  })
}
