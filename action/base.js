import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { resolve } from 'node:path'

/**
 * @typedef {object} Event GitHub's data about the event
 * @property {{ readonly number: number, readonly head: { readonly sha: string }, readonly base: { readonly ref: string, readonly sha: string } }} [pull_request]
 * @property {string} [before] the commit before a push
 * @property {{ readonly base_sha: string }} [merge_group] the merge queue's group
 * @property {string} [ref] the branch of a push, such as refs/heads/main
 * @property {{ readonly default_branch?: string }} [repository]
 *
 * @typedef {{ readonly ok: true, readonly base: string | undefined, readonly note?: string } | { readonly ok: false, readonly message: string }} Base
 */

/**
 * The commit that clients know: the one that a pull request will be merged into, or the one before a push. A shallow
 * clone lacks this commit, so it is fetched.
 *
 * @param {string} folder
 * @param {{ readonly named: string, readonly event: Event, readonly env: NodeJS.ProcessEnv }} options
 * @returns {Base}
 */
export function baseOf(folder, { named, event, env }) {
  const git = (/** @type {string[]} */ ...parameters) => {
    const { status, stdout } = spawnSync('git', parameters, { cwd: folder, env, encoding: 'utf8' })
    return status === 0 ? stdout.trim() : undefined
  }
  const has = (/** @type {string} */ name) =>
    git('rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`) !== undefined
  const fetched = (/** @type {string} */ name) => {
    if (!has(name)) git('fetch', '--no-tags', '--quiet', '--depth=1', '--end-of-options', 'origin', name)
    return has(name)
  }
  if (git('rev-parse', '--git-dir') === undefined) {
    return {
      ok: false,
      message: `${folder} is not in a git repository. Run actions/checkout in an earlier step.`,
    }
  }
  if (named !== '') {
    // A folder may have the same name as a branch.
    const found = statSync(resolve(folder, named), { throwIfNoEntry: false })
    if (found?.isFile()) return { ok: true, base: named }
    const branch = named.replace(/^origin\//, '')
    if (!has(named)) {
      git(
        'fetch',
        '--no-tags',
        '--quiet',
        '--depth=1',
        '--end-of-options',
        'origin',
        `+${branch}:refs/remotes/origin/${branch}`,
      )
    }
    const base = [named, `origin/${named}`].find(has)
    return base === undefined ? missing(named) : { ok: true, base }
  }
  const { pull_request: pull, merge_group: group, before, ref, repository } = event
  if (group !== undefined) {
    return fetched(group.base_sha) ? { ok: true, base: group.base_sha } : missing(group.base_sha)
  }
  if (pull === undefined) {
    const main = repository?.default_branch
    if (before !== undefined && !/^0*$/.test(before)) {
      return fetched(before) ? { ok: true, base: before } : missing(before)
    }
    // A new branch is compared with the default branch.
    if (before === undefined || main === undefined || ref === `refs/heads/${main}`) {
      return { ok: true, base: undefined, note: 'There is nothing to compare with: set the input "base".' }
    }
    const tip = `origin/${main}`
    if (!has(tip)) git('fetch', '--no-tags', '--quiet', '--depth=1', 'origin', `+${main}:refs/remotes/${tip}`)
    return has(tip) ? { ok: true, base: tip } : missing(main)
  }
  if (git('rev-parse', 'HEAD') === pull.base.sha) {
    return {
      ok: false,
      message:
        'The checkout is the base, not the pull request. Run the workflow on pull_request, not on pull_request_target.',
    }
  }
  // GitHub checks out the merge of both branches, whose first parent is the base. Even a shallow clone contains its
  // name.
  const [base, head] = (git('cat-file', 'commit', 'HEAD') ?? '')
    .split('\n\n', 1)
    .join()
    .split('\n')
    .flatMap((line) => (line.startsWith('parent ') ? [line.slice('parent '.length)] : []))
  if (base !== undefined && head === pull.head.sha) {
    return fetched(base) ? { ok: true, base } : missing(base)
  }
  // If another commit is checked out, later commits to the base are not changes of this branch.
  if (!fetched(pull.base.sha)) return missing(pull.base.sha)
  const merged = git('merge-base', pull.base.sha, 'HEAD')
  return merged === undefined
    ? {
        ok: true,
        base: pull.base.sha,
        note: `The clone is shallow, so the branch is compared with the latest commit of ${pull.base.ref}: later commits there may look like changes here. Set fetch-depth: 0 for actions/checkout, or omit its ref.`,
      }
    : { ok: true, base: merged }
}

/**
 * @param {string} name
 * @returns {Base}
 */
function missing(name) {
  return {
    ok: false,
    message: `The clone does not have ${name}, and it cannot be fetched, so nothing was compared. Set fetch-depth: 0 for actions/checkout, or run git fetch --depth 1 origin ${name} in an earlier step.`,
  }
}
