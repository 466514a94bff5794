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
    const message = `"${named}" names a range, and a contract is that of one commit`
    const apart = `name the two apart: npx jsonapi-gen diff ${from} ${to}`
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
    const why = said === undefined || said === '' ? 'git does not answer' : said
    return {
      ok: false,
      diagnostic: unreadable(
        placeOfFile(shown),
        `There is no such file, and git has no such contract: ${why}`,
        ifMoved(named),
      ),
    }
  }
}

/** In a commit from before the output was moved, the contract has another path. */
function ifMoved(named: string): string {
  const ref = /^[\w./@^~+][\w./@^~+-]*$/.test(named) ? named : 'REF'
  return `If the output has moved since: git show ${ref}:old/path/contract.gen.json > base.json, and name base.json`
}

/** The output folder, or its nearest existing parent: git must run in an existing folder. */
function folderOf(root: string): string {
  return existsSync(root) ? root : folderOf(dirname(root))
}

const pathFrom = (folder: string, root: string): string =>
  folder === root ? '' : `${root.slice(folder.length + 1).replaceAll('\\', '/')}/`
