import type { Contract, Deprecation, ResourceContract } from '@jsonapi-gen/runtime/vocabulary'
import type { Report } from '../diagnostic/report.js'
import { listed, quoted } from '../diagnostic/words.js'
import { policyOf } from '../schema/check/policies.js'
import type { OwnActionSchema, ResourceSchema, Schema } from '../schema/schema.js'
import { ACTIONS, type Action } from '../schema/types.js'
import { attemptsOfAll, openWrites, possibleWrites, type WriteAction } from './open-writes.js'

/**
 * Warns about everything that anyone may write (JG715), and about omitted actions that are still possible through
 * nested writes (JG714). A resource that is declared public causes no such warning. If it opens nothing, the
 * declaration itself is rejected (JG212).
 */
export function checkOpenWrites(schema: Schema, contract: Contract, report: Report): void {
  const [openIn, possibleIn] = [openWrites(contract), possibleWrites(contract)]
  const attemptedIn = attemptsOfAll(contract)
  for (const resource of schema.resources) {
    const { type, isPublic } = resource
    const said = contract.resources[type]
    if (!said) continue
    const open = openIn(type)
    const openOwn = resource.ownActions.filter((action) => isOpen(action, said))
    if (isPublic) {
      if (open.length === 0 && openOwn.length === 0) refusePublic(resource, report)
      continue
    }
    for (const action of openOwn) warnOfOwn(action, resource, report)
    const nested = possibleIn(type).filter((action) => isLeftOut(action, said) && !open.includes(action))
    if (open.length > 0) warnOfOpen(resource, said, { open, closed: attemptedIn(type) }, report)
    if (nested.length > 0) warnOfNested(resource, said, nested, report)
  }
}

/** Whether the schema omits an action. Such an action has no path of its own, but is open in all other ways. */
function isLeftOut(action: WriteAction, { actions, scopes }: ResourceContract): boolean {
  const { address, who } = actions[action]
  return !address && who === true && (action === 'create' || (scopes[action] ?? []).length === 0)
}

/** Whether a resource's own action is open to everybody: no guard and no scope closes it (rule 14.19). */
function isOpen({ on, guard, scope }: OwnActionSchema, { scopes }: ResourceContract): boolean {
  const isLimited = on === 'record' && (scope !== undefined || (scopes.update ?? []).length > 0)
  return guard === true && !isLimited
}

function warnOfOwn({ name, at, from }: OwnActionSchema, { type }: ResourceSchema, report: Report): void {
  const action = from === 'defaults' ? 'default action' : 'action'
  report.add('JG715', at, `Anyone may run the ${action} ${quoted(name)} on ${quoted(type)}`, {
    help: `add a guard, such as guard: isMember; if everybody should be able to run it, add public: true to ${quoted(type)}`,
  })
}

const LEFT_OUT = 'omitting an action removes only its URL'

function warnOfOpen(
  { type, at }: ResourceSchema,
  said: ResourceContract,
  { open, closed }: { readonly open: readonly WriteAction[]; readonly closed: readonly WriteAction[] },
  report: Report,
): void {
  const nested = open.filter((action) => !said.actions[action].address)
  const which = nested.length === open.length ? '' : ` ${listed(nested)}`
  const how = nested.length === 0 ? '' : `,${which} through nested writes: ${LEFT_OUT}`
  report.add('JG715', at, `Anyone may ${listed(open)} ${quoted(type)}${how}`, {
    help: `write ${withClosed(said, closed)}, or a guard instead of false; if everybody should be able to write, write public: true`,
  })
}

function warnOfNested(
  { type, at }: ResourceSchema,
  said: ResourceContract,
  nested: readonly WriteAction[],
  report: Report,
): void {
  const message = `Nested writes can still ${listed(nested, 'or')} ${quoted(type)}: ${LEFT_OUT}`
  report.add('JG714', at, message, {
    help: `write ${withClosed(said, nested)}, or a guard instead of false`,
  })
}

/** The actions of a resource as declared, with some of them closed. */
function withClosed({ actions }: ResourceContract, closed: readonly Action[]): string {
  const items = ACTIONS.flatMap((action) => {
    const { address, who, deprecated } = actions[action]
    if (closed.includes(action)) return [`${action}: false`]
    if (!address) return who === false ? [`${action}: false`] : []
    const guard = typeof who === 'boolean' ? String(who) : who.join()
    return [`${action}: ${deprecated ? `{ guard: ${guard}, deprecated: ${writtenMap(deprecated)} }` : guard}`]
  })
  return `actions: { ${items.join(', ')} }`
}

const writtenMap = (members: Deprecation): string =>
  `{ ${Object.entries(members)
    .map(([key, value]) => `${key}: ${value}`)
    .join(', ')} }`

function refusePublic(resource: ResourceSchema, report: Report): void {
  const policy = policyOf(resource)
  if (!policy) return
  const message = `${quoted(resource.type)} is public, but it has ${policy.what}, and policies restrict every possible write`
  report.add('JG212', resource.at, message, {
    related: [{ at: policy.at, message: `${policy.what} is here` }],
    help: policy.cure,
  })
}
