import { dirname } from 'node:path'
import type { ts } from 'ts-morph'

/** The files and the options of one tsconfig.json. */
export interface Config {
  readonly fileNames: readonly string[]
  readonly options: ts.CompilerOptions
}

/** A fault in a tsconfig.json. */
export interface BrokenConfig {
  readonly path: string
  readonly message: string
}

/** A tsconfig.json and the ones that it references, as `tsc --build` would read them. */
export function configsOf(path: string, compiler: typeof ts): Config[] | BrokenConfig {
  const seen = new Set<string>()
  const found: Config[] = []
  const open = [path]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    const { config, error }: { config?: object; error?: ts.Diagnostic } = compiler.readConfigFile(
      next,
      compiler.sys.readFile,
    )
    if (error) return broken(next, error, compiler)
    const parsed = compiler.parseJsonConfigFileContent(config, compiler.sys, dirname(next), OPTIONS, next)
    const fault = parsed.errors.find(
      ({ category, code }) => category === compiler.DiagnosticCategory.Error && !HARMLESS.has(code),
    )
    if (fault) return broken(next, fault, compiler)
    const { fileNames, options, projectReferences = [] } = parsed
    // Without this option, calls in JavaScript would not be checked.
    if (fileNames.length > 0) {
      found.push({ fileNames, options: { ...options, checkJs: options.allowJs === true } })
    }
    open.push(...projectReferences.map((each) => compiler.resolveProjectReferencePath(each)))
  }
  return found
}

/** Without strictNullChecks, an attribute that may now be null would cause no error. */
const OPTIONS: ts.CompilerOptions = {
  skipLibCheck: true,
  noEmit: true,
  composite: false,
  incremental: false,
  strictNullChecks: true,
  noUnusedLocals: false,
  noUnusedParameters: false,
}

/** The codes for a config without files, and for options of another TypeScript version. */
const HARMLESS: ReadonlySet<number> = new Set([18002, 18003, 5023])

const broken = (path: string, { messageText }: ts.Diagnostic, compiler: typeof ts): BrokenConfig => ({
  path,
  message: compiler.flattenDiagnosticMessageText(messageText, ' '),
})
