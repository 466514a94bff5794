import { readFileSync } from 'node:fs'
import type { ts } from 'ts-morph'

/** The parts of a client's program that this file needs. */
interface CheckedProgram {
  /** The path of the types. */
  readonly types: string
  /** The files that import the types. */
  readonly importers: readonly ts.SourceFile[]
  readonly options: ts.CompilerOptions
}

/**
 * The files in a client's folder that may use the types, although the compiler does not check them: components of
 * frameworks, files outside the tsconfig.json that import checked ones, and files with `@ts-nocheck`.
 */
export function uncheckedFiles(
  folder: string,
  { known, programs }: { readonly known: ReadonlySet<string>; readonly programs: readonly CheckedProgram[] },
  compiler: typeof ts,
): readonly string[] {
  const importers = new Set(
    programs.flatMap((each) => [each.types, ...each.importers.map(({ fileName }) => fileName)]),
  )
  const options = programs[0]?.options ?? {}
  const importsOne = (path: string, text: string): boolean =>
    compiler.preProcessFile(text, true, true).importedFiles.some(({ fileName }) => {
      const { resolvedModule } = compiler.resolveModuleName(fileName, path, options, compiler.sys)
      return resolvedModule !== undefined && importers.has(resolvedModule.resolvedFileName)
    })
  const others = compiler.sys
    .readDirectory(folder, [...COMPONENTS, ...CODE], ['**/node_modules', '**/.*', '**/dist', '**/build'])
    .filter((path) => !known.has(path))
    .filter((path) => {
      const text = readFileSync(path, 'utf8')
      return COMPONENTS.some((end) => path.endsWith(end)) ? text.includes('<script') : importsOne(path, text)
    })
  const silenced = programs.flatMap((each) =>
    each.importers.filter(({ text }) => /^\s*\/\/\s*@ts-nocheck/m.test(text)).map(({ fileName }) => fileName),
  )
  return [...new Set([...others, ...silenced])].toSorted()
}

const COMPONENTS = ['.vue', '.svelte', '.astro']

const CODE = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs']
