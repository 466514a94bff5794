import ts from 'typescript'

/**
 * The offsets at which semicolons are missing in a piece of code, according to Prettier's defaults. Undefined
 * if the text is not code: neither statements nor members of a class or of an object.
 */
export function missingSemicolons(code: string, language: string = 'ts'): readonly number[] | undefined {
  const name = language === 'tsx' ? 'block.tsx' : 'block.ts'
  for (const [before, after] of FRAMES) {
    const text = `${before}${code}${after}`
    const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)
    if (syntaxErrorsOf(file) > 0) continue
    return endsWithout(file, text).map((offset) => offset - before.length)
  }
  return undefined
}

/** The code around a block that completes it. */
const FRAMES = [
  ['', ''],
  ['class Frame {\n', '\n}'],
  ['const frame = {\n', '\n};'],
  ['const frame = {}\n', '\n;'],
  // Pages omit unchanged code.
  ['', '\n}'],
  ['', '0;'],
] as const

function syntaxErrorsOf(file: ts.SourceFile): number {
  const { diagnostics = [] } = ts.transpileModule(file.text, {
    reportDiagnostics: true,
    fileName: file.fileName,
    compilerOptions: {
      jsx: ts.JsxEmit.Preserve,
      target: ts.ScriptTarget.Latest,
      module: ts.ModuleKind.ESNext,
    },
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

/**
 * Returns whether a node needs no semicolon: the last type member on a line does not, and code with a body
 * ends with a brace.
 */
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
