import { createRequire } from 'node:module'
import type * as TsMorph from 'ts-morph'
import { withHeader } from './header.js'
import type { FileNode, ImportNode, OutputFile } from './file.js'
import { group, indent, join, layOut, line, ifBreak } from './layout/doc.js'
import { text } from './layout/code.js'

/**
 * A printer of files, which parses each of them with the TypeScript that ts-morph carries. It throws an Error when what
 * was printed does not parse, or parses into other statements than it was made of: that is our bug, and no file must
 * come of it. There is no ts-morph `Project`, for nothing is asked of the parsed files: what it keeps for each of them
 * is half a second and 90 MB for 1,000 resources.
 */
export function createPrinter(): (file: FileNode) => OutputFile {
  // Required, because an import would first search all of the compiler's text for the names that it exports.
  const { ts }: typeof TsMorph = createRequire(import.meta.url)('ts-morph')
  const options = {
    languageVersion: ts.ScriptTarget.ES2022,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  }
  return (file) => {
    const { path, note, directive, imports, statements } = file
    const body = `${[imports.map(printImport).join('\n'), ...statements].join('\n\n')}\n`
    verify(ts.createSourceFile(path, body, options), file)
    return { path, text: withHeader(note, body, directive) }
  }
}

function printImport({ module, typeOnly, names }: ImportNode): string {
  // A single name is never put on a line of its own: formatters leave it beside its import.
  const [only] = names.length === 1 ? names : []
  const list = only
    ? `{ ${only} }`
    : group('{', indent(line, join([',', line], names)), ifBreak(','), line, '}')
  return layOut([typeOnly ? 'import type ' : 'import ', list, ' from ', text(module)], 0)
}

function verify(source: TsMorph.ts.SourceFile, { path, imports, statements }: FileNode): void {
  const problems = 'parseDiagnostics' in source ? source.parseDiagnostics : undefined
  if (!Array.isArray(problems) || problems.length > 0) {
    throw new Error(`The code of ${path} does not parse`, { cause: source.text })
  }
  const expected = imports.length + statements.length
  const found = source.statements.length
  if (found !== expected) {
    throw new Error(`The code of ${path} has ${found} statements instead of ${expected}`)
  }
}
