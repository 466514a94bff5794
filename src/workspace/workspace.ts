import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { isMap, isScalar, isSeq, parseDocument } from 'yaml'

/** The packages of a repository that share one installation. */
export interface Workspace {
  /** The absolute path of its root. */
  readonly root: string
  readonly manager: PackageManager
  /** Its packages, ordered by path; the root is the first. */
  readonly packages: readonly WorkspacePackage[]
}

/** A program that installs packages. */
export type PackageManager = 'npm' | 'pnpm' | 'yarn'

/** A package of a workspace, or a project of Nx. */
export interface WorkspacePackage {
  /** The absolute path. */
  readonly folder: string
  /** The name in its package.json, which a project of Nx need not have. */
  readonly name: string | undefined
}

/**
 * Finds the workspace that a folder belongs to: pnpm's, npm's, Yarn's or Nx's, and therefore also Turborepo's.
 * Undefined if the folder is not in one.
 */
export async function workspaceOf(folder: string): Promise<Workspace | undefined> {
  for (let root = folder; ; root = dirname(root)) {
    const patterns = await patternsOf(root)
    if (patterns !== undefined) {
      const packages = [await packageAt(root), ...(await membersOf(root, patterns))]
      // A folder that the root does not list is a project of its own, such as an example or a test's.
      if (packages.some((each) => each.folder === folder)) {
        return { root, manager: await managerOf(root), packages }
      }
    }
    if (root === dirname(root)) return undefined
  }
}

/** Which folders are packages. */
interface Patterns {
  readonly included: readonly RegExp[]
  readonly excluded: readonly RegExp[]
  /** Whether each folder with a `project.json` counts. */
  readonly hasNx: boolean
  /** The number of folders down to the deepest package. */
  readonly depth: number
}

/** The number of folders that `**` matches: more than repositories have, but few enough to be fast. */
const DEEPEST = 6

async function patternsOf(root: string): Promise<Patterns | undefined> {
  const [pnpm, manifest, nx] = await Promise.all(
    ['pnpm-workspace.yaml', 'package.json', 'nx.json'].map((name) => textOf(root, name)),
  )
  const listed = [
    ...stringsAt(pnpm, ['packages']),
    ...stringsAt(manifest, ['workspaces']),
    ...stringsAt(manifest, ['workspaces', 'packages']),
  ].map((each) => each.replace(/^(!?)(?:\.\/)?/, '$1').replace(/\/$/, ''))
  const hasNx = nx !== undefined
  if (listed.length === 0 && pnpm === undefined && !hasNx) return undefined
  const deep = listed.map((each) => (each.includes('**') ? DEEPEST : each.split('/').length))
  return {
    included: listed.filter((each) => !each.startsWith('!')).map(matcherOf),
    excluded: listed.filter((each) => each.startsWith('!')).map((each) => matcherOf(each.slice(1))),
    hasNx,
    depth: Math.max(0, ...deep, hasNx ? DEEPEST : 0),
  }
}

function matcherOf(pattern: string): RegExp {
  const source = pattern
    .split('/')
    .map((part) =>
      part === '**' ? '.*' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*'),
    )
    .join('/')
    // `packages/**` also matches `packages/a` and `**/a` matches `a`.
    .replaceAll('.*/', '(?:.*/)?')
  return new RegExp(`^${source}$`)
}

async function membersOf(root: string, patterns: Patterns): Promise<readonly WorkspacePackage[]> {
  const { included, excluded, hasNx, depth } = patterns
  const found: string[] = []
  const visit = async (folder: string, level: number): Promise<void> => {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
    const way = relative(root, folder).split(sep).join('/')
    const holds = (name: string): boolean => entries.some((each) => each.name === name)
    const isListed = included.some((each) => each.test(way)) && holds('package.json')
    const isMember = isListed || (hasNx && holds('project.json'))
    if (level > 0 && isMember && !excluded.some((each) => each.test(way))) found.push(folder)
    if (level === depth) return
    const inside = entries.filter((each) => each.isDirectory() && !/^(?:\..*|node_modules)$/.test(each.name))
    await Promise.all(inside.map(({ name }) => visit(join(folder, name), level + 1)))
  }
  await visit(root, 0)
  return Promise.all(found.toSorted().map(packageAt))
}

async function packageAt(folder: string): Promise<WorkspacePackage> {
  const name = valueAt(await textOf(folder, 'package.json'), ['name'])
  return { folder, name: typeof name === 'string' ? name : undefined }
}

/** The program that a workspace is installed with, according to its files. */
async function managerOf(root: string): Promise<PackageManager> {
  const names = await readdir(root)
  if (names.includes('pnpm-workspace.yaml') || names.includes('pnpm-lock.yaml')) return 'pnpm'
  return names.includes('yarn.lock') ? 'yarn' : 'npm'
}

/** The command that adds a package of the workspace as a dependency of another package. */
export function commandToAdd(name: string, manager: PackageManager): string {
  switch (manager) {
    case 'npm':
      return `npm install ${name}`
    case 'pnpm':
      return `pnpm add ${name} --workspace`
    case 'yarn':
      return `yarn add ${name}@workspace:*`
  }
}

const textOf = (folder: string, name: string): Promise<string | undefined> =>
  readFile(join(folder, name), 'utf8').catch(() => undefined)

// JSON is YAML.
function valueAt(text: string | undefined, path: readonly string[]): unknown {
  const document = parseDocument(text ?? '')
  return isMap(document.contents) ? document.getIn(path) : undefined
}

function stringsAt(text: string | undefined, path: readonly string[]): readonly string[] {
  const list = valueAt(text, path)
  if (!isSeq(list)) return []
  return list.items.flatMap((each) => (isScalar(each) && typeof each.value === 'string' ? [each.value] : []))
}
