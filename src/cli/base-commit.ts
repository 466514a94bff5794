import { git } from './git.js'

/** The commit that a comparison starts from. */
export interface BaseCommit {
  readonly commit: string
  /** A message for the user about the choice of the commit, if any. */
  readonly note?: string
}

/**
 * The commit that a name refers to as the base of the current schema. For a branch, this is the commit where
 * the current branch diverged from it, because later commits on that branch are not changes of the current
 * one. A tag or a commit is used unchanged.
 */
export async function baseCommitOf(named: string, folder: string): Promise<BaseCommit> {
  const full = await git(folder, [
    'rev-parse',
    '--verify',
    '--quiet',
    '--symbolic-full-name',
    '--end-of-options',
    named,
  ])
  const isBranch = full
    ?.split('\n')
    .some((line) => line.startsWith('refs/heads/') || line.startsWith('refs/remotes/'))
  if (!isBranch) return { commit: named }
  const shared = await git(folder, ['merge-base', named, 'HEAD'])
  if (shared !== undefined) return { commit: shared.trim() }
  return {
    commit: named,
    note: `git finds no common ancestor of ${named} and HEAD, for example because the clone is shallow. Later commits on ${named} may look like changes here. Run git fetch --unshallow, or set fetch-depth: 0 for actions/checkout`,
  }
}
