import { createRequire } from 'node:module'
import type * as TsMorph from 'ts-morph'
import { withHeader } from './header.js'
import type { FileNode, ImportNode, StatementNode } from './file.js'
import { spelled } from './import.js'
import { settled } from './layout/doc.js'
import { withLongTexts, withoutLongTexts } from './long-texts.js'
import type { OutputFile } from './output-file.js'

/**
 * A printer of files that uses a single ts-morph project in memory and forgets each file once it is printed. Throws an
 * Error if the printed text does not parse, or if it parses into statements other than those it was printed from.
 * Either is a bug in jsonapi-gen, and no file is written.
 */
export function createPrinter(): (file: FileNode) => OutputFile {
  // `require`, because an import would first scan the whole compiler for its exported names.
  const morph: typeof TsMorph = createRequire(import.meta.url)('ts-morph')
  const project = new morph.Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    manipulationSettings: {
      indentationText: morph.IndentationText.TwoSpaces,
      quoteKind: morph.QuoteKind.Single,
    },
  })
  return (file) => {
    const { path, note, isOfAll, imports } = file
    const { statements, texts } = withoutLongTexts(file.statements)
    const source = project.createSourceFile(path, {
      statements: [
        ...imports.map((each) => importStructure(each, morph)),
        ...statements.map((each) => structureOf(each, morph)),
      ],
    })
    const printed = withLongTexts(source.getFullText(), texts)
    const parsed =
      texts.length === 0
        ? source.compilerNode
        : morph.ts.createSourceFile(path, printed, morph.ts.ScriptTarget.Latest)
    verify(parsed, file)
    source.forget()
    return { path, text: withHeader(note, settled(printed), isOfAll) }
  }
}

function importStructure({ names, broken, ...each }: ImportNode, { StructureKind }: typeof TsMorph) {
  const inLines = (writer: TsMorph.CodeBlockWriter): void => {
    for (const name of names) writer.newLine().write(`${spelled(name)},`)
    writer.newLine()
  }
  return {
    ...each,
    namedImports: broken ? inLines : [...names],
    kind: StructureKind.ImportDeclaration,
  } as const
}

function structureOf(node: StatementNode, { StructureKind, VariableDeclarationKind }: typeof TsMorph) {
  switch (node.kind) {
    case 'interface':
      return { ...node, ...SPACED, kind: StructureKind.Interface } as const
    case 'class':
      return { ...node, ...SPACED, kind: StructureKind.Class } as const
    case 'type':
      return { ...node, ...SPACED, kind: StructureKind.TypeAlias } as const
    case 'const': {
      const declarationKind = VariableDeclarationKind.Const
      return { ...node, ...SPACED, declarationKind, kind: StructureKind.VariableStatement } as const
    }
  }
}

// Structures put blank lines around blocks, but not between imports and a constant.
const SPACED = { leadingTrivia: (writer: TsMorph.CodeBlockWriter): void => void writer.blankLineIfLastNot() }

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
