import { didYouMean } from '../../diagnostic/suggest.js'
import { allowed, quoted } from '../../diagnostic/words.js'
import type { Located } from '../../source/source.js'
import type { DeclaredResource } from '../declared.js'
import { declaredTargets } from '../path.js'
import type { WhitelistSchema } from '../schema.js'
import type { Resolving } from './context.js'

/** The sideload whitelist. Every segment of a path must name a sideload (rule 9.5). */
export function resolveWhitelist(resolving: Resolving): WhitelistSchema | undefined {
  const { whitelist } = resolving.resource
  if (whitelist === undefined) return undefined
  if (whitelist.kind === 'every') return { kind: 'every', paths: resolvePaths(whitelist.paths, resolving) }
  const actions = whitelist.actions.map(({ action, paths }) => ({
    action,
    paths: resolvePaths(paths, resolving),
  }))
  return { kind: 'byAction', actions }
}

function resolvePaths(paths: readonly Located<string>[], resolving: Resolving): readonly string[] {
  for (const path of paths) checkPath(path, resolving)
  return paths.map((path) => path.value).filter((path) => !isBroken(path, resolving))
}

// A path through an omitted sideload is also omitted.
function isBroken(path: string, { resource, directory }: Resolving): boolean {
  let owners: readonly DeclaredResource[] = [resource]
  for (const segment of path.split('.')) {
    const sideloads = owners.flatMap((owner) => directory.sideload(owner, segment) ?? [])
    if (sideloads.length > 0 && sideloads.every(({ broken }) => broken)) return true
    owners = [...new Set(sideloads.flatMap((sideload) => declaredTargets(directory, sideload)))]
  }
  return false
}

// After a polymorphic sideload, a path may continue with sideloads of any of its resources (rule 9.2).
function checkPath(path: Located<string>, { resource, directory, report }: Resolving): void {
  let owners: readonly DeclaredResource[] = [resource]
  for (const segment of path.value.split('.')) {
    const sideloads = owners.flatMap((owner) => directory.sideload(owner, segment) ?? [])
    if (sideloads.length === 0 && owners.length > 0) {
      const names = [...new Set(owners.flatMap((owner) => owner.sideloads.map((each) => each.name.value)))]
      const of = owners.map((owner) => quoted(owner.type.value)).join(' or ')
      const message = `Include path ${quoted(path.value)} is unknown: ${of} has no sideload ${quoted(segment)}${didYouMean(segment, names)}`
      report.add('JG409', path.at, message, { help: allowed(names), unknown: segment })
      return
    }
    owners = [...new Set(sideloads.flatMap((sideload) => declaredTargets(directory, sideload)))]
  }
}
