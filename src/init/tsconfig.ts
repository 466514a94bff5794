import { join } from 'node:path'
import { typescript } from './typescript.js'

/**
 * Whether a project's tsconfig.json has it compile to CommonJS, and refuse the imports of generated code there:
 * `verbatimModuleSyntax` in a package that is no module. `isModule` is what its package.json says.
 */
export function refusesImports(folder: string, isModule: boolean): boolean {
  const ts = typescript()
  const parsed = ts.getParsedCommandLineOfConfigFile(join(folder, 'tsconfig.json'), undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: () => undefined,
  })
  if (!parsed?.options.verbatimModuleSyntax) return false
  const { module } = parsed.options
  const followsPackage =
    module === ts.ModuleKind.Node16 ||
    module === ts.ModuleKind.Node18 ||
    module === ts.ModuleKind.Node20 ||
    module === ts.ModuleKind.NodeNext
  return module === ts.ModuleKind.CommonJS || (followsPackage && !isModule)
}
