import { IndentationText, NewLineKind, Project, QuoteKind, ScriptTarget, type SourceFile } from 'ts-morph'
import { withHeader } from './header.js'
import type { FileNode, ImportNode, OutputFile } from './file.js'
import { group, indent, join, layOut, line, ifBreak } from './layout/doc.js'
import { text } from './layout/code.js'

/**
 * A printer of files through ts-morph: one in-memory project, one `createSourceFile` each, nothing touched afterwards.
 * It throws an Error when what was printed does not parse, or parses into other statements than it was made of: that is
 * our bug, and no file must come of it.
 */
export function createPrinter(): (file: FileNode) => OutputFile {
  const project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    compilerOptions: { target: ScriptTarget.ES2022, noLib: true, noResolve: true },
    manipulationSettings: {
      indentationText: IndentationText.TwoSpaces,
      newLineKind: NewLineKind.LineFeed,
      quoteKind: QuoteKind.Single,
    },
  })
  return (file) => {
    const body = [file.imports.map(printImport).join('\n'), ...file.statements].join('\n\n')
    const source = project.createSourceFile(`/${file.path}`, {
      statements: (writer) => writer.writeLine(body),
    })
    verify(source, file)
    const output = { path: file.path, text: withHeader(file.note, source.getFullText(), file.directive) }
    project.removeSourceFile(source)
    return output
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

function verify(source: SourceFile, file: FileNode): void {
  const { compilerNode } = source
  const problems = 'parseDiagnostics' in compilerNode ? compilerNode.parseDiagnostics : undefined
  if (!Array.isArray(problems) || problems.length > 0) {
    throw new Error(`The code of ${file.path} does not parse`, { cause: source.getFullText() })
  }
  const expected = file.imports.length + file.statements.length
  const found = compilerNode.statements.length
  if (found !== expected) {
    throw new Error(`The code of ${file.path} has ${found} statements instead of ${expected}`)
  }
}
