import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { majorOfTypescript, typescript } from '../typescript/typescript.js'

/**
 * The types that a project's compiler lacks: the types for Node.js, and those for a framework that does not include its
 * own types.
 */
export interface MissingTypes {
  /** Packages to install. */
  readonly packages: readonly string[]
  /**
   * The types that tsconfig.json must name, together with those that it already names: TypeScript 6 and later ignore type
   * packages that are not named. Undefined if the compiler finds the types for Node.js.
   */
  readonly named: readonly string[] | undefined
}

/**
 * Finds the types that a project lacks if it compiles TypeScript. Nothing is missing in a project without a
 * tsconfig.json.
 */
export function missingTypes(folder: string, packages: readonly string[]): MissingTypes {
  const config = join(folder, 'tsconfig.json')
  if (!existsSync(config)) return { packages: [], named: undefined }
  const ts = typescript()
  const parsed = ts.getParsedCommandLineOfConfigFile(config, undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: () => undefined,
  })
  const types = parsed?.options.types
  const isNamed = types === undefined ? findsUnnamed(folder) : types.some((each) => NAMES.includes(each))
  return {
    packages: packages.filter((each) => !isInstalled(folder, each)),
    named: parsed !== undefined && !isNamed ? [...(types ?? []), 'node'] : undefined,
  }
}

const NAMES: readonly string[] = ['node', '@types/node', '*']

/** Whether the compiler uses every installed type package, as TypeScript 5 does. */
function findsUnnamed(folder: string): boolean {
  const major = majorOfTypescript(folder)
  return major !== undefined && major < 6
}

function isInstalled(folder: string, name: string): boolean {
  return resolved(folder, `${name}/package.json`) !== undefined
}

function resolved(folder: string, name: string): string | undefined {
  try {
    return createRequire(join(folder, 'package.json')).resolve(name)
  } catch {
    return undefined
  }
}
