import ts from 'typescript'

/**
 * The offsets in a text of code where a semicolon is missing, as Prettier writes them by default. Undefined if the text is
 * not code: neither statements nor members of a class or of an object.
 */
export function missingSemicolons(code: string): readonly number[] | undefined {
  for (const [before, after] of FRAMES) {
    const text = `${before}${code}${after}`
    const file = ts.createSourceFile('block.ts', text, ts.ScriptTarget.Latest, true)
    if (syntaxErrorsOf(file) > 0) continue
    return endsWithout(file, text).map((offset) => offset - before.length)
  }
  return undefined
}

/** What a block may be a part of. */
const FRAMES = [
  ['', ''],
  ['class Frame {\n', '\n}'],
  ['const frame = {\n', '\n};'],
  ['const frame = {}\n', '\n;'],
  // Pages leave out what goes on as before.
  ['', '\n}'],
  ['', '0;'],
] as const

function syntaxErrorsOf(file: ts.SourceFile): number {
  const { diagnostics = [] } = ts.transpileModule(file.text, {
    reportDiagnostics: true,
    fileName: 'block.ts',
    compilerOptions: { target: ts.ScriptTarget.Latest, module: ts.ModuleKind.ESNext },
  })
  return diagnostics.length
}

function endsWithout(file: ts.SourceFile, text: string): number[] {
  const found: number[] = []
  const visit = (node: ts.Node): void => {
    const end = node.getEnd()
    if (ENDED.has(node.kind) && text[end - 1] !== ';' && isLastOfLine(node, text)) found.push(end)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found.toSorted((one, other) => one - other)
}

/** The last member of a type on one line has none; what has a body ends with its brace. */
function isLastOfLine(node: ts.Node, text: string): boolean {
  if ('body' in node && node.body !== undefined) return false
  const isMember = ts.isPropertySignature(node) || ts.isMethodSignature(node)
  return !isMember || /^[ \t]*(?:\/\/.*)?(?:\n|$)/.test(text.slice(node.getEnd()))
}

const ENDED: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.VariableStatement,
  ts.SyntaxKind.ExpressionStatement,
  ts.SyntaxKind.ReturnStatement,
  ts.SyntaxKind.ThrowStatement,
  ts.SyntaxKind.BreakStatement,
  ts.SyntaxKind.ContinueStatement,
  ts.SyntaxKind.DoStatement,
  ts.SyntaxKind.ImportDeclaration,
  ts.SyntaxKind.ExportDeclaration,
  ts.SyntaxKind.ExportAssignment,
  ts.SyntaxKind.TypeAliasDeclaration,
  ts.SyntaxKind.PropertyDeclaration,
  ts.SyntaxKind.PropertySignature,
  ts.SyntaxKind.MethodSignature,
  ts.SyntaxKind.MethodDeclaration,
  ts.SyntaxKind.FunctionDeclaration,
])
