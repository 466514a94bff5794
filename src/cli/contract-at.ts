import { execFile } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { createDiagnostic, type Diagnostic } from '../diagnostic/diagnostic.js'
import { type ContractResult, readContract, unreadable } from '../contract-diff/read-contract.js'
import { CONTRACT_PATH } from '../emit/contract-file.js'
import { readSource } from '../file/read-source.js'
import { placeOfFile } from '../plan/paths.js'
import { type BaseCommit, baseCommitOf } from './base-commit.js'
import { outputIn } from './base-output.js'
import { git } from './git.js'
import { shownPath } from './show.js'

const exec = promisify(execFile)

/** A contract needs a few kilobytes per resource. */
const MAX_BYTES = 64 * 1024 * 1024

/** The location of a contract in a commit. */
export interface ContractPlace {
  /** The output folder of the current schema. */
  readonly root: string
  /** The absolute path of the schema, which may name another output folder in that commit. */
  readonly schema?: string | undefined
  /**
   * Whether the contract is compared with the current schema. If so, a branch stands for the commit where the
   * current branch diverged from it.
   */
  readonly isBase?: boolean
}

/** A contract, and what the user must know about the choice of its commit. */
export type NamedContract = ContractResult & { readonly note?: string | undefined }

/**
 * The contract that a user names: a file, or a Git commit, branch or tag. For Git, it is the committed contract in the
 * output folder that the commit's schema names, or else in `root`. If the contract cannot be read, returns a diagnostic
 * (JG608).
 */
export async function contractAt(named: string, place: ContractPlace, cwd: string): Promise<NamedContract> {
  const { root } = place
  const path = resolve(cwd, named)
  // A folder may have the same name as a branch.
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) {
    const read = await readSource(path, shownPath(path, cwd), 'contract')
    return read.ok ? readContract(read.source.text, read.source.path) : read
  }
  const shown = `${named}:${shownPath(join(root, CONTRACT_PATH), cwd)}`
  const [, from, to] = /^(.*?[^/.])\.{2,3}([^/.].*)$/.exec(named) ?? []
  if (from !== undefined && to !== undefined) {
    const message = `"${named}" is a range, but a contract belongs to a single commit`
    const apart = `pass both commits: npx jsonapi-gen diff ${from} ${to}`
    return { ok: false, diagnostic: unreadable(placeOfFile(shown), message, apart) }
  }
  const folder = folderOf(root)
  if (await isUnknown(named, folder)) return { ok: false, diagnostic: unknownRef(named) }
  const { commit, note }: BaseCommit = place.isBase ? await baseCommitOf(named, folder) : { commit: named }
  const declared = place.schema === undefined ? undefined : await outputIn(commit, place.schema)
  if (declared !== undefined && declared !== root) {
    const there = folderOf(declared)
    const text = await git(there, showing(commit, there, declared))
    if (text !== undefined) {
      return { ...readContract(text, `${named}:${shownPath(join(declared, CONTRACT_PATH), cwd)}`), note }
    }
  }
  return { ...(await committed(commit, { named, shown, folder, root })), note }
}

/**
 * Reads the contract of the output folder `root` from a commit. If the commit has no contract at that path, reads
 * the only contract in the commit that no longer exists on disk.
 */
async function committed(
  commit: string,
  {
    named,
    shown,
    folder,
    root,
  }: { readonly named: string; readonly shown: string; readonly folder: string; readonly root: string },
): Promise<ContractResult> {
  try {
    const { stdout } = await exec('git', showing(commit, folder, root), {
      cwd: folder,
      maxBuffer: MAX_BYTES,
    })
    return readContract(stdout, shown)
  } catch (error) {
    const { vanished, others: known } = await contractsOf(commit, folder)
    const [moved, ...others] = vanished
    if (moved !== undefined && others.length === 0) {
      const { stdout } = await exec('git', ['show', '--end-of-options', `${commit}:${moved}`], {
        cwd: folder,
        maxBuffer: MAX_BYTES,
      })
      return readContract(stdout, `${named}:${moved}`)
    }
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim().split('\n')[0] : ''
    const why = said === undefined || said === '' ? 'git does not respond' : said
    return {
      ok: false,
      diagnostic: unreadable(
        placeOfFile(shown),
        `This file does not exist, and git has no contract with that name: ${why}`,
        ...(vanished.length + known.length === 0
          ? []
          : [
              `If the output folder has moved, delete the old one, or pass its contract as a file: ${[...vanished, ...known].join(' or ')}`,
            ]),
      ),
      isNew: vanished.length === 0,
    }
  }
}

const showing = (commit: string, folder: string, root: string): string[] => [
  'show',
  '--end-of-options',
  `${commit}:./${pathFrom(folder, root)}${CONTRACT_PATH}`,
]

/** Whether a repository has no commit with that name. */
async function isUnknown(named: string, folder: string): Promise<boolean> {
  const parameters = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${named}^{commit}`]
  return exec('git', parameters, { cwd: folder }).then(
    () => false,
    (error: object) => 'code' in error && error.code === 1,
  )
}

/** The usual cause of an unknown name is a CI clone without the repository's other branches. */
function unknownRef(named: string): Diagnostic {
  const [, remote, branch] = /^(origin|upstream)\/(\w[\w./-]*)$/.exec(named) ?? []
  const fetching =
    remote === undefined
      ? ','
      : `: git fetch --depth 1 ${remote} ${branch}:refs/remotes/${remote}/${branch}, or`
  const message = `Git has no commit, branch or tag "${named}", and there is no file with that name`
  return createDiagnostic('JG608', placeOfFile(named), message, {
    help: `check the name; if the clone is shallow, as in CI${fetching} set fetch-depth: 0 for actions/checkout`,
  })
}

/**
 * The contracts in a commit: those that no longer exist on disk, and those that still exist. In a commit from before
 * the output was moved, the contract has a different path.
 */
async function contractsOf(
  named: string,
  folder: string,
): Promise<{ readonly vanished: readonly string[]; readonly others: readonly string[] }> {
  const inGit = (...parameters: readonly string[]): Promise<string> =>
    exec('git', parameters, { cwd: folder, maxBuffer: MAX_BYTES }).then(
      ({ stdout }) => stdout,
      () => '',
    )
  const top = (await inGit('rev-parse', '--show-toplevel')).trimEnd()
  const paths = (await inGit('ls-tree', '-r', '-z', '--name-only', '--full-tree', '--end-of-options', named))
    .split('\0')
    .filter((path) => /(?:^|\/)contract\.gen\.json$/.test(path))
  const isThere = (path: string): boolean => existsSync(join(top, path))
  return { vanished: paths.filter((path) => !isThere(path)), others: paths.filter(isThere) }
}

/** The output folder, or its nearest existing parent: git must run in an existing folder. */
function folderOf(root: string): string {
  return existsSync(root) ? root : folderOf(dirname(root))
}

const pathFrom = (folder: string, root: string): string =>
  folder === root ? '' : `${root.slice(folder.length + 1).replaceAll('\\', '/')}/`
