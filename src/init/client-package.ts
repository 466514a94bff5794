import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { ts as Ts } from 'ts-morph'
import { isThere } from '../file/is-there.js'
import type { WorkspacePackage } from '../workspace/workspace.js'
import { clientsIn } from './existing-client.js'
import { pathsOf } from '../typescript/paths.js'
import { typescript } from '../typescript/typescript.js'

/** The module that another package uses to share its generated Prisma Client. */
export interface ClientPackage {
  /** The module as other packages import it: `@acme/db`, `@acme/db/client`. */
  readonly module: string
  /** The module that exports an opened client, and the client's name there; undefined if no package opens one. */
  readonly opened: { readonly module: string; readonly name: string } | undefined
  /** Whether the module must still be compiled. */
  readonly isMissing: boolean
}

/** A module that other packages can import, and its file. */
interface Entry {
  readonly module: string
  readonly file: string
  /** The file that is imported: the module's own file, or the file that it is compiled to. */
  readonly target: string
}

/**
 * Finds the module that exports everything in a generated Prisma Client, among the packages of a workspace and the
 * `paths` of a project's tsconfig.json. The modules are read, but never run.
 *
 * @param generated the generated client: an absolute path without an extension, or the name of a package
 */
export async function clientPackageOf(
  generated: string,
  packages: readonly WorkspacePackage[],
  project: string,
): Promise<ClientPackage | undefined> {
  const others = packages.filter(({ folder }) => folder !== project)
  // The package that contains the generated client is the first.
  const near = others.toSorted(
    (a, b) => Number(generated.startsWith(b.folder)) - Number(generated.startsWith(a.folder)),
  )
  const own = await Promise.all(near.map((each) => entriesOf(each, generated)))
  const entries = [...own.flat(), ...(await aliasesOf(project, others))]
  const all = await Promise.all(
    entries.map(async (entry) => ({ ...entry, ...(await exportsOf(entry.file, generated, new Set())) })),
  )
  const whole = all.filter(({ isWhole }) => isWhole)
  const found = whole.find(({ clients }) => clients.length > 0) ?? whole[0]
  if (!found) return undefined
  const opening = found.clients.length > 0 ? found : all.find(({ clients }) => clients.length > 0)
  const names = opening?.clients ?? []
  const name = names.find((each) => each === 'prisma') ?? names.find((each) => each !== 'default') ?? names[0]
  return {
    module: found.module,
    opened: opening && name !== undefined ? { module: opening.module, name } : undefined,
    isMissing: !(await isThere(found.target)),
  }
}

/** The exports of a module that come from a generated client. */
interface Exported {
  /** Whether it exports everything in the generated client. */
  readonly isWhole: boolean
  /** The names of opened clients. */
  readonly clients: readonly string[]
}

async function exportsOf(file: string, generated: string, seen: Set<string>): Promise<Exported> {
  if (withoutExtension(file) === generated) return { isWhole: true, clients: [] }
  if (seen.has(file)) return { isWhole: false, clients: [] }
  seen.add(file)
  const text = await readFile(file, 'utf8').catch(() => '')
  const ts = typescript()
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
  let isWhole = false
  const clients = [...clientsIn(text)]
  for (const statement of source.statements) {
    if (!ts.isExportDeclaration(statement) || !statement.moduleSpecifier) continue
    const { exportClause, moduleSpecifier } = statement
    const specifier = ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : ''
    if (specifier === generated) isWhole ||= exportClause === undefined
    if (!specifier.startsWith('.')) continue
    const target = await fileOf(resolve(dirname(file), specifier), generated)
    if (target === undefined) continue
    const inside = await exportsOf(target, generated, seen)
    if (exportClause === undefined) {
      isWhole ||= inside.isWhole
      clients.push(...inside.clients.filter((name) => name !== 'default'))
    } else if (ts.isNamedExports(exportClause)) {
      clients.push(...renamed(exportClause, inside.clients))
    }
  }
  return { isWhole, clients }
}

function renamed({ elements }: Ts.NamedExports, clients: readonly string[]): readonly string[] {
  return elements.flatMap(({ name, propertyName }) =>
    clients.includes((propertyName ?? name).text) ? [name.text] : [],
  )
}

/** The modules that a package exports, and their source files. */
async function entriesOf({ folder, name }: WorkspacePackage, generated: string): Promise<readonly Entry[]> {
  if (name === undefined) return []
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}')
  const { exports, types, main, module } = recordOf(parsed(text))
  const targets = subpaths(exports ?? types ?? module ?? main ?? 'index.js')
  const entries = await Promise.all(
    targets.map(async ([subpath, target]) => {
      const path = pathIn(target)
      const file = path === undefined ? undefined : await sourceOf(folder, path, generated)
      return file === undefined
        ? []
        : [{ module: subpath.replace('.', name), file, target: join(folder, path ?? '') }]
    }),
  )
  return entries.flat()
}

/** The aliases in a project's tsconfig.json that refer to other packages, which Nx calls libraries. */
async function aliasesOf(project: string, packages: readonly WorkspacePackage[]): Promise<readonly Entry[]> {
  const entries = pathsOf(project).map(async ([alias, target]) => {
    const isOther = packages.some(({ folder }) => target.startsWith(`${folder}/`))
    const file = isOther && !alias.includes('*') ? await fileOf(target, '') : undefined
    return file === undefined ? [] : [{ module: alias, file, target: file }]
  })
  return (await Promise.all(entries)).flat()
}

/** The paths in `exports`, without patterns. */
function subpaths(exports: unknown): readonly (readonly [subpath: string, target: unknown])[] {
  const known = recordOf(exports)
  const names = Object.keys(known)
  if (names.length === 0 || !names.every((name) => name.startsWith('.'))) return [['.', exports]]
  return names.filter((name) => !name.includes('*')).map((name) => [name, known[name]])
}

/** The path of a target in `exports`: the file of its types, if it names one. */
function pathIn(target: unknown): string | undefined {
  if (typeof target === 'string') return target
  const conditions = recordOf(target)
  for (const name of ['types', 'import', 'default', 'require', ...Object.keys(conditions)]) {
    const path = conditions[name] === undefined ? undefined : pathIn(conditions[name])
    if (path !== undefined) return path
  }
  return undefined
}

/** The source of a package's file: `src/index.ts` for `dist/index.js`, which may not have been compiled yet. */
async function sourceOf(folder: string, path: string, generated: string): Promise<string | undefined> {
  const [first = '', ...rest] = path.replace(/^\.\//, '').split('/')
  const isOutput = /^(?:dist|build|lib|out)$/.test(first)
  const places = isOutput ? [join(folder, 'src', ...rest), join(folder, ...rest)] : []
  for (const place of [...places, join(folder, path)]) {
    const file = await fileOf(place, generated)
    if (file !== undefined) return file
  }
  return undefined
}

const SOURCES = ['.ts', '.mts', '.cts', '.tsx', '.d.ts', '.d.mts', '.d.cts', '.js', '.mjs', '.cjs']

/** The file of a module whose name may have no extension, or may have the extension of the compiled file. */
async function fileOf(path: string, generated: string): Promise<string | undefined> {
  const stem = withoutExtension(path)
  // The client may not have been generated yet.
  if ([stem, path, join(stem, 'index')].includes(generated)) return `${generated}.ts`
  for (const each of [stem, path, join(path, 'index')]) {
    for (const extension of SOURCES) if (await isThere(each + extension)) return each + extension
  }
  return undefined
}

const withoutExtension = (path: string): string => path.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, '')

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
