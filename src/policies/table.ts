import type {
  ActionContract,
  Contract,
  RelationshipContract,
  ResourceContract,
  ScopeContract,
  Source,
} from '../contract/contract.js'
import type { Who } from '../contract/who.js'
import { ACTIONS, type Action, type Policy } from '../schema/types.js'
import { openWrites } from './open-writes.js'
import { guardedQueries, type GuardedQuery } from './queries.js'

/** Who may do what with the resources of a schema, as far as the schema says it (rule 14.15). Ordered by name. */
export interface PolicyTable {
  readonly resources: readonly ResourcePolicies[]
}

/** One resource: who may do what with which of its records, and who sees what of them. */
export interface ResourcePolicies {
  readonly type: string
  /**
   * Whether it has a scope or a guard of an action: `some`. Otherwise it is `public`, because it says so, or `missing`
   * (JG710), or `none` where the whole API has no policy.
   */
  readonly policy: 'some' | 'public' | 'missing' | 'none'
  /** Whether it says that what everybody may do is meant. */
  readonly public: boolean
  /** The scopes of the defaults that it drops. */
  readonly dropped: readonly { readonly scope: string; readonly policies: readonly Policy[] }[]
  readonly actions: readonly ActionPolicy[]
  readonly attributes: readonly FieldPolicy[]
  readonly relationships: readonly RelationshipPolicy[]
  /** The filters, sorts and stats that not everybody may ask for. */
  readonly queries: readonly GuardedQuery[]
}

/** One action: who may do it, with which records, and where a record that is written must be afterwards. */
export interface ActionPolicy {
  readonly action: Action
  /** Whether it has an address; without one, `who` holds on every other way to it. */
  readonly address: boolean
  readonly who: Who
  /** Whether everybody can write by it, at an address or nested (rule 14.18). */
  readonly everybodyWrites: boolean
  /** Who says so; null where nobody does. */
  readonly from: Source | null
  /** What the defaults say, where the resource says something else. */
  readonly replaces: Who | null
  /** Null where there are none before it is done. */
  readonly records: readonly RecordScope[] | null
  /** Null where nothing is written. */
  readonly written: readonly RecordScope[] | null
}

/** A scope that the records have to be in. */
export type RecordScope = ScopeContract

/** Who reads and who writes an attribute or a relationship. */
export interface FieldPolicy {
  readonly name: string
  readonly read: Who
  readonly write: Who
}

/** Who reads and who writes a relationship, and the resources whose policies hold for its links (rule 14.16). */
export interface RelationshipPolicy extends FieldPolicy {
  readonly resources: readonly string[]
  /** The resources over its join model; empty where it has none. */
  readonly through: readonly string[]
}

/** Describes who may do what. It is a pure function of the contract: nothing of the code that its names stand for is known. */
export function policyTable(contract: Contract): PolicyTable {
  const resources = Object.entries(contract.resources)
  const openIn = openWrites(contract)
  return {
    resources: resources.map(([type, resource]) => policiesOf(type, resource, openIn(type), contract)),
  }
}

function policiesOf(
  type: string,
  resource: ResourceContract,
  open: readonly Action[],
  contract: Contract,
): ResourcePolicies {
  const { actions, attributes, relationships, scopes } = resource
  return {
    type,
    policy: policyOf(resource, contract),
    public: resource.public,
    dropped: droppedBy(resource, contract),
    actions: ACTIONS.map((action) => ({
      ...actionPolicy(action, actions[action], scopes),
      everybodyWrites: open.includes(action),
    })),
    attributes: Object.entries(attributes).map(([name, { read, write }]) => ({ name, read, write })),
    relationships: Object.entries(relationships).map(([name, { read, write, types, through = [] }]) => ({
      name,
      read,
      write,
      resources: types,
      through,
    })),
    queries: guardedQueries(resource),
  }
}

function policyOf(resource: ResourceContract, { resources }: Contract): ResourcePolicies['policy'] {
  if (hasPolicy(resource)) return 'some'
  if (resource.public) return 'public'
  const all = Object.values(resources)
  const isGuarded = all.some(
    (each) => hasPolicy(each) || Object.values(each.relationships).some(isUnderGuard),
  )
  return isGuarded ? 'missing' : 'none'
}

function hasPolicy({ scopes, actions }: ResourceContract): boolean {
  return (
    Object.keys(scopes).length > 0 || Object.values(actions).some(({ who }: ActionContract) => isGuard(who))
  )
}

const isUnderGuard = ({ read, write }: RelationshipContract): boolean => isGuard(read) || isGuard(write)

const isGuard = (who: Who): boolean => typeof who !== 'boolean'

function droppedBy({ scopes }: ResourceContract, { defaultScopes }: Contract): ResourcePolicies['dropped'] {
  return Object.entries(defaultScopes).flatMap(([name, policies]) => {
    const holds = (policy: Policy): boolean => (scopes[policy] ?? []).some(({ scope }) => scope === name)
    const dropped = policies.filter((policy) => !holds(policy))
    return dropped.length === 0 ? [] : [{ scope: name, policies: dropped }]
  })
}

function actionPolicy(
  action: Action,
  { address, who, from, replaces }: ActionContract,
  scopes: ResourceContract['scopes'],
): Omit<ActionPolicy, 'everybodyWrites'> {
  return {
    action,
    address,
    who,
    from: from ?? null,
    replaces: replaces ?? null,
    ...recordsOf(action, who !== false, scopes),
  }
}

/** Which records an action is done with, and where they must be afterwards (rule 14.10). */
function recordsOf(
  action: Action,
  isOpen: boolean,
  scopes: ResourceContract['scopes'],
): Pick<ActionPolicy, 'records' | 'written'> {
  const read = within(scopes, ['read'])
  switch (action) {
    case 'index':
    case 'show':
      // They are read on other paths too, whoever may do it here.
      return { records: read, written: null }
    case 'create':
      return { records: null, written: isOpen ? within(scopes, ['create', 'read']) : null }
    case 'update':
      return isOpen
        ? {
            records: united(read, within(scopes, ['update'])),
            written: within(scopes, ['updated', 'update', 'read']),
          }
        : { records: null, written: null }
    case 'destroy':
      return { records: isOpen ? united(read, within(scopes, ['destroy'])) : null, written: null }
  }
}

/** What each layer says of the first of some policies that it says anything of. */
function within(scopes: ResourceContract['scopes'], policies: readonly Policy[]): readonly RecordScope[] {
  return (['resource', 'defaults'] as const).flatMap((layer) => {
    const [found] = policies.flatMap((policy) => scopes[policy]?.find(({ from }) => from === layer) ?? [])
    return found ?? []
  })
}

/** Scopes that all hold, each once: those of the resource, and then those of the defaults. */
function united(...scopes: readonly (readonly RecordScope[])[]): readonly RecordScope[] {
  const unique = new Map(scopes.flat().map((each) => [`${each.from} ${each.scope}`, each]))
  const all = [...unique.values()]
  return [...all.filter(({ from }) => from === 'resource'), ...all.filter(({ from }) => from === 'defaults')]
}
