import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { type ContractResult, readContract, unreadable } from '../contract-diff/read-contract.js'
import { CONTRACT_PATH } from '../emit/contract-file.js'
import { readSource } from '../file/read-source.js'
import { placeOfFile } from '../plan/paths.js'
import { shownPath } from './show.js'

const exec = promisify(execFile)

/** A contract has a few kilobytes for each resource. */
const MAX_BYTES = 64 * 1024 * 1024

/**
 * The contract that a user names: a file, or a commit, branch or tag of git. For git, it is the committed contract of
 * the output folder `root`. If it cannot be read, there is a diagnostic (JG608).
 */
export async function contractAt(named: string, root: string, cwd: string): Promise<ContractResult> {
  const path = resolve(cwd, named)
  if (existsSync(path)) {
    const read = await readSource(path, shownPath(path, cwd), 'contract')
    return read.ok ? readContract(read.source.text, read.source.path) : read
  }
  const shown = `${named}:${shownPath(join(root, CONTRACT_PATH), cwd)}`
  const [, from, to] = /^(.*?[^/.])\.{2,3}([^/.].*)$/.exec(named) ?? []
  if (from !== undefined && to !== undefined) {
    const message = `"${named}" is a range, but a contract belongs to one commit`
    const apart = `give both commits: npx jsonapi-gen diff ${from} ${to}`
    return { ok: false, diagnostic: unreadable(placeOfFile(shown), message, apart) }
  }
  try {
    const folder = folderOf(root)
    const { stdout } = await exec(
      'git',
      ['show', '--end-of-options', `${named}:./${pathFrom(folder, root)}${CONTRACT_PATH}`],
      {
        cwd: folder,
        maxBuffer: MAX_BYTES,
      },
    )
    return readContract(stdout, shown)
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim().split('\n')[0] : ''
    const why = said === undefined || said === '' ? 'git does not respond' : said
    return {
      ok: false,
      diagnostic: unreadable(
        placeOfFile(shown),
        `This file does not exist, and git has no contract of that name: ${why}`,
        ifMoved(named),
      ),
    }
  }
}

/** In a commit from before the output was moved, the contract has another path. */
function ifMoved(named: string): string {
  const ref = /^[\w./@^~+][\w./@^~+-]*$/.test(named) ? named : 'REF'
  return `If the output folder has moved: git show ${ref}:old/path/contract.gen.json > base.json, then pass base.json`
}

/** The output folder, or its nearest existing parent: git must run in an existing folder. */
function folderOf(root: string): string {
  return existsSync(root) ? root : folderOf(dirname(root))
}

const pathFrom = (folder: string, root: string): string =>
  folder === root ? '' : `${root.slice(folder.length + 1).replaceAll('\\', '/')}/`
