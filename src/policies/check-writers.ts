import type { Contract } from '@jsonapi-gen/runtime/vocabulary'
import { needsOf, type Need } from '../contract/needs.js'
import type { Report } from '../diagnostic/report.js'
import { listed, quoted } from '../diagnostic/words.js'
import { sharesLink } from '@jsonapi-gen/runtime/vocabulary'
import { relationshipOf } from '../schema/relations.js'
import type { ResourceSchema, Schema } from '../schema/schema.js'
import type { Span } from '../source/source.js'
import { attemptsOfAll, attemptsWithout, type WritesOf } from './open-writes.js'

/**
 * Warns if a create needs a field that some of the users who may create cannot write (JG716), because the attribute or
 * relationship has a guard that the create does not have. Clients that do not pass that guard cannot create anything.
 */
export function checkWriters({ resources }: Schema, contract: Contract, report: Report): void {
  const withoutGuard = new Map<string, WritesOf>()
  const attemptsOf = (guard: string): WritesOf => {
    const known = withoutGuard.get(guard) ?? attemptsWithout(guard, contract)
    withoutGuard.set(guard, known)
    return known
  }
  for (const resource of resources) {
    const { type } = resource
    for (const need of needsOf(resource, resources)) {
      const { name, at, guards } = need
      const others = [...new Set(guards)].filter((guard) => attemptsOf(guard)(type).includes('create'))
      if (others.length === 0) continue
      const takes = listed(others)
      const message = `${creatorsOf(resource, contract)} create ${quoted(type)}, but only requests that pass ${takes} may write ${quoted(name)}, which every new record requires`
      report.add('JG716', at, message, {
        related: placesOf({ resource, need }, resources),
        help: `write create: ${others[0]} in the actions of ${quoted(type)}, or allow requests that create records to see and write ${quoted(name)}; if your code fills it in, write required: false`,
      })
    }
  }
}

/** Describes in words who may create records of a resource. */
function creatorsOf({ type, access }: ResourceSchema, contract: Contract): string {
  if (attemptsOfAll(contract)(type).includes('create')) return 'Anyone may'
  const guard = access.find(({ action }) => action === 'create')?.guard
  return typeof guard === 'string' ? `Requests that pass ${guard} may` : 'Nested writes can'
}

/** The other sideloads that use a relationship's link and have a guard. */
function placesOf(
  { resource, need }: { readonly resource: ResourceSchema; readonly need: Need },
  resources: readonly ResourceSchema[],
): readonly { readonly at: Span; readonly message: string }[] {
  const own = need.sideload
  if (!own) return []
  const link = relationshipOf(resource, own, resources)
  return resources.flatMap((owner) =>
    owner.sideloads
      .filter((sideload) => sideload !== own && sharesLink(link, relationshipOf(owner, sideload, resources)))
      .flatMap(({ name, at, readable, writable }) =>
        [readable, writable].some((guard) => typeof guard === 'string')
          ? [{ at, message: `a guard on ${quoted(name)} also applies to this relationship` }]
          : [],
      ),
  )
}
