import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { ts } from 'ts-morph'
import { createDiagnostic, type Diagnostic } from '../diagnostic/diagnostic.js'
import { CLIENT_PATH } from '../emit/client-file.js'
import { placeOfFile } from '../plan/paths.js'
import { configsOf, type Config } from './configs.js'
import { importersOf } from './importers.js'
import type { Libraries } from './libraries.js'
import { messageOf } from './message-of.js'
import { uncheckedFiles } from './unchecked-files.js'

/** An error in a client's file. */
export interface ClientError {
  readonly file: string
  readonly line: number
  readonly message: string
  /** Identifies the error in every compilation, because messages quote types that change. */
  readonly key: string
  /** The text of the line and the message, which are used to guess the change that caused the error. */
  readonly text: string
  /** Whether the error usually follows from another error, as with a parameter without a type. */
  readonly isFollowing: boolean
}

/** A client's folder, which can be compiled with other types. */
export interface Client {
  /** The errors with the given text as `schema.gen.ts`. */
  errorsWith(types: string): readonly ClientError[]
  /** The files that seem to belong to the client, but that the compiler does not check. */
  readonly unchecked: readonly string[]
}

/** Opens the client in a folder, or says why it cannot be compiled (JG609). */
export function openClient(folder: string, compiler: typeof ts, libraries: Libraries): Client | Diagnostic {
  const config = join(folder, 'tsconfig.json')
  const refused = (message: string, help: string): Diagnostic =>
    createDiagnostic('JG609', placeOfFile(config), message, { help })
  if (!existsSync(config)) {
    return refused(
      'This client folder has no tsconfig.json',
      'pass the folder with the tsconfig.json of the client, such as --clients apps/web',
    )
  }
  const configs = configsOf(config, compiler)
  if (!Array.isArray(configs)) {
    return refused(`${configs.path} cannot be read: ${configs.message}`, 'fix the tsconfig.json')
  }
  const all = configs.map((each) => programOf(each, compiler, libraries))
  const programs = all.flatMap(({ open, types }) => types.map((path) => open(path)))
  const [found, ...others] = new Set(programs.map(({ types }) => types))
  const unresolved = programs.concat(found === undefined ? all.map(({ open }) => open('')) : [])
  const missing = unresolved.flatMap((each) => each.unresolved())[0]
  if (found !== undefined && others.length > 0) {
    return refused('This client includes the types of several APIs', ONE)
  }
  if (missing !== undefined) {
    return refused(
      missing.isTypes
        ? 'This client cannot be compiled: @jsonapi-gen/client is not installed'
        : `This client cannot be compiled: ${missing.file}:${missing.line}: ${missing.message}`,
      'install the packages of the client first, for example with npm ci, and generate its files; calls through imports without types cannot be checked',
    )
  }
  if (found === undefined) return refused(`This client does not include a ${CLIENT_PATH}`, ONE)
  if (programs.every(({ importers }) => importers.length === 0)) {
    return refused(
      `No file of this client imports ${found}`,
      'pass the folder of a client that uses these types',
    )
  }
  const known = new Set(all.flatMap(({ files }) => files))
  return {
    errorsWith: (text) => programs.flatMap((each) => each.errorsWith(text)),
    unchecked: uncheckedFiles(folder, { known, programs }, compiler),
  }
}

const ONE = `pass a folder whose tsconfig.json includes one ${CLIENT_PATH}, which generate.client writes`

/** A program whose `schema.gen.ts` can be replaced. */
export interface ClientProgram {
  readonly types: string
  readonly options: ts.CompilerOptions
  /** The files that import the types, directly or through other files. */
  readonly importers: readonly ts.SourceFile[]
  unresolved(): readonly { file: string; line: number; message: string; isTypes: boolean }[]
  errorsWith(text: string): readonly ClientError[]
}

/** Parses the files of a config. `open` creates a program in which the file `types` has different content. */
function programOf(
  { fileNames, options }: Config,
  compiler: typeof ts,
  libraries: Libraries,
): {
  readonly files: readonly string[]
  readonly types: readonly string[]
  open(types: string): ClientProgram
} {
  const host = compiler.createCompilerHost(options, true)
  const read = host.getSourceFile.bind(host)
  const parsed = new Map<string, ts.SourceFile | undefined>()
  let replaced: { readonly path: string; readonly text: string } | undefined
  host.getDefaultLibLocation = () => libraries.folder
  host.getDefaultLibFileName = (all) => `${libraries.folder}/${compiler.getDefaultLibFileName(all)}`
  host.getSourceFile = (path, version, ...rest) => {
    if (path === replaced?.path) return compiler.createSourceFile(path, replaced.text, version, true)
    if (!parsed.has(path)) {
      parsed.set(path, libraries.files.get(path) ?? read(path, version, ...rest))
    }
    return parsed.get(path)
  }
  const first = compiler.createProgram({ rootNames: fileNames, options, host })
  const own = ownFiles(first)
  const typesIn = first
    .getSourceFiles()
    .filter(({ fileName, text }) => basename(fileName) === CLIENT_PATH && OURS.test(text))
    .map(({ fileName }) => fileName)
  return {
    files: first.getSourceFiles().map(({ fileName }) => fileName),
    types: typesIn,
    open(types) {
      let last = first
      const { importers, isGlobal } = importersOf(types, first, compiler)
      const checked = new Set(
        (isGlobal ? own : importers.filter((each) => own.includes(each)))
          .map(({ fileName }) => fileName)
          .filter((path) => path !== types),
      )
      return {
        types,
        options,
        importers,
        unresolved: () =>
          own
            .filter((file) => types === '' || file.fileName === types || checked.has(file.fileName))
            .flatMap((file) =>
              first
                .getSemanticDiagnostics(file)
                .filter((each) => UNRESOLVED.has(each.code) && !ASSET.test(messageOf(each, compiler)))
                .map((each) => ({
                  file: file.fileName,
                  line: lineOf(file, each.start),
                  message: messageOf(each, compiler),
                  isTypes: file.fileName === types,
                })),
            ),
        errorsWith(text) {
          replaced = { path: types, text }
          last = compiler.createProgram({ rootNames: fileNames, options, host, oldProgram: last })
          return last
            .getSourceFiles()
            .filter(({ fileName }) => checked.has(fileName))
            .flatMap((file) =>
              last
                .getSemanticDiagnostics(file)
                .filter(({ category }) => category === compiler.DiagnosticCategory.Error)
                .map((each) => errorOf(file, each, compiler)),
            )
        },
      }
    },
  }
}

/** The client's own files. */
const ownFiles = (program: ts.Program): readonly ts.SourceFile[] =>
  program
    .getSourceFiles()
    .filter((file) => !file.isDeclarationFile && !program.isSourceFileFromExternalLibrary(file))

/** The header of `schema.gen.ts`, and the header that earlier versions wrote. */
const OURS = /^\/\/ Generated by jsonapi-gen\. (?:The API for|What) a client/m

/**
 * The error codes of imports that are not found or have no types, so that everything imported through them has the type
 * any.
 */
const UNRESOLVED: ReadonlySet<number> = new Set([2306, 2307, 2792, 7016])

/** Imports that only a bundler resolves, and that contain no calls. */
const ASSET =
  /\.(?:css|scss|sass|less|styl|svg|png|jpe?g|gif|webp|avif|ico|woff2?|ttf|json|txt|md|html|wasm|mp[34]|webm)(?:\?[^'"]*)?['"]/

/** The error codes for missing types, which usually follow from another error. */
const FOLLOWING: ReadonlySet<number> = new Set([7005, 7006, 7010, 7011, 7018, 7019, 7031, 7034])

function errorOf(file: ts.SourceFile, each: ts.Diagnostic, compiler: typeof ts): ClientError {
  const start = each.start ?? 0
  const line = lineOf(file, start)
  const message = messageOf(each, compiler)
  return {
    file: file.fileName,
    line,
    message,
    key: `${file.fileName}:${start}:${each.code}`,
    text: `${file.text.split('\n')[line - 1] ?? ''} ${compiler.flattenDiagnosticMessageText(each.messageText, ' ')}`,
    isFollowing: FOLLOWING.has(each.code),
  }
}

const lineOf = (file: ts.SourceFile, start = 0): number => file.getLineAndCharacterOfPosition(start).line + 1
