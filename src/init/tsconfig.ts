import { join } from 'node:path'
import type { ts as Ts } from 'ts-morph'
import { majorOfTypescript, typescript } from '../typescript/typescript.js'

/**
 * The settings that a project must change for generated code to compile, as one step; undefined if it already compiles.
 * `isModule` comes from its package.json.
 */
export function compilerStep(folder: string, isModule: boolean): string | undefined {
  const ts = typescript()
  const parsed = ts.getParsedCommandLineOfConfigFile(join(folder, 'tsconfig.json'), undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: () => undefined,
  })
  if (!parsed) return undefined
  const steps = [
    resolutionStep(parsed.options, majorOfTypescript(folder), isModule),
    refusesImports(parsed.options, isModule)
      ? 'add "type": "module" to package.json, or "verbatimModuleSyntax": false to tsconfig.json: the files compile to CommonJS, and this option does not allow imports there'
      : undefined,
  ].filter((each) => each !== undefined)
  return steps.length === 0 ? undefined : steps.join('; then ')
}

// The runtime consists of ES modules, which are resolved through "exports" in its package.json.
function resolutionStep(
  { module, moduleResolution }: Ts.CompilerOptions,
  major: number | undefined,
  isModule: boolean,
): string | undefined {
  const { ModuleKind, ModuleResolutionKind } = typescript()
  const write = 'add "module": "NodeNext" to the compilerOptions of tsconfig.json'
  if ((module === ModuleKind.Node16 || module === ModuleKind.Node18) && !isModule) {
    return `${write}: with ${ModuleKind[module]}, CommonJS cannot import the runtime, which consists of ES modules`
  }
  if (moduleResolution === ModuleResolutionKind.Node10 || moduleResolution === ModuleResolutionKind.Classic) {
    return `${write}, and remove "moduleResolution": with its current value, TypeScript cannot find the modules of the runtime`
  }
  // By default, TypeScript 6 finds them with any module setting.
  const followsNode = module !== undefined && module >= ModuleKind.Node16
  if (moduleResolution !== undefined || followsNode || major === undefined || major >= 6) return undefined
  return `${write}: without it, TypeScript ${major} cannot find the modules of the runtime`
}

/** Whether files compile to CommonJS, where `verbatimModuleSyntax` rejects the imports of generated code. */
function refusesImports({ module, verbatimModuleSyntax }: Ts.CompilerOptions, isModule: boolean): boolean {
  if (!verbatimModuleSyntax) return false
  const { ModuleKind } = typescript()
  const followsPackage =
    module === ModuleKind.Node16 ||
    module === ModuleKind.Node18 ||
    module === ModuleKind.Node20 ||
    module === ModuleKind.NodeNext
  return module === ModuleKind.CommonJS || (followsPackage && !isModule)
}
