import type { ts } from 'ts-morph'

/** The files that import a file, directly or through others, and whether they declare global types. */
export function importersOf(
  path: string,
  program: ts.Program,
  compiler: typeof ts,
): { readonly importers: readonly ts.SourceFile[]; readonly isGlobal: boolean } {
  const checker = program.getTypeChecker()
  const importing = new Map<string, ts.SourceFile[]>()
  for (const file of program.getSourceFiles()) {
    if (program.isSourceFileDefaultLibrary(file) || program.isSourceFileFromExternalLibrary(file)) continue
    for (const name of stringsIn(file, compiler)) {
      for (const { fileName } of filesOf(checker.getSymbolAtLocation(name), compiler)) {
        importing.set(fileName, [...(importing.get(fileName) ?? []), file])
      }
    }
  }
  const found = new Set<ts.SourceFile>()
  const open = [path]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const each of importing.get(next) ?? []) {
      if (!found.has(each)) open.push(each.fileName)
      found.add(each)
    }
  }
  const importers = [...found]
  const isGlobal = importers.some(
    (file) =>
      !compiler.isExternalModule(file) || /\bdeclare\s+(?:global|module)\b|\bglobalThis\b/.test(file.text),
  )
  return { importers, isGlobal }
}

/** The files of the module that the text of an import resolves to. */
const filesOf = (symbol: ts.Symbol | undefined, compiler: typeof ts): readonly ts.SourceFile[] =>
  (symbol?.declarations ?? []).filter((each) => compiler.isSourceFile(each))

function stringsIn(file: ts.SourceFile, compiler: typeof ts): readonly ts.Node[] {
  const found: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    if (compiler.isStringLiteralLike(node)) found.push(node)
    compiler.forEachChild(node, visit)
  }
  visit(file)
  return found
}
