import type * as TsMorph from 'ts-morph'

/** The parsed libraries of the language, such as `lib.dom.d.ts`, by path. */
export interface Libraries {
  readonly folder: string
  readonly files: ReadonlyMap<string, TsMorph.ts.SourceFile>
}

/** The libraries that ts-morph contains: its compiler has none on disk. */
export function librariesOf({ Project, ts }: typeof TsMorph): Libraries {
  const project = new Project({ useInMemoryFileSystem: true, compilerOptions: { lib: NAMES, types: [] } })
  project.createSourceFile('/any.ts', '')
  const program = project.getProgram().compilerObject
  const files = program
    .getSourceFiles()
    .filter((file) => program.isSourceFileDefaultLibrary(file))
    .map((file) => [file.fileName, file] as const)
  const folder = files[0]?.[0].replace(/\/[^/]*$/, '') ?? ''
  return { folder, files: new Map(files.map(([path, file]) => [ts.sys.resolvePath(path), file])) }
}

const YEARS = [2016, 2017, 2018, 2019, 2020, 2021, 2022, 2023, 2024, 2025]

const NAMES = [
  'lib.d.ts',
  'lib.es6.d.ts',
  ...YEARS.map((year) => `lib.es${year}.full.d.ts`),
  'lib.esnext.full.d.ts',
  'lib.webworker.d.ts',
  'lib.webworker.iterable.d.ts',
  'lib.webworker.asynciterable.d.ts',
]
