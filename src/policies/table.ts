import {
  type ActionContract,
  type Contract,
  deprecatedOf,
  type Deprecation,
  type OwnActionContract,
  type RelationshipContract,
  type ResourceContract,
  type ScopeContract,
  type Source,
} from '@jsonapi-gen/runtime/vocabulary'
import { allOf, type Who } from '../contract/who.js'
import { ACTIONS, type Action, type Policy } from '../schema/types.js'
import { openWrites } from './open-writes.js'
import { guardedQueries, type GuardedQuery } from './queries.js'

/** The policies that a schema declares for its resources, sorted by the resources' names. */
export interface PolicyTable {
  readonly resources: readonly ResourcePolicies[]
}

/** The policies of one resource: who may do what with which records, and who sees which fields. */
export interface ResourcePolicies {
  readonly type: string
  /**
   * `some` if the resource has a scope or an action guard. Otherwise `public` if the resource declares that, `missing`
   * (JG710) if it does not, or `none` if the whole API has no policies.
   */
  readonly policy: 'some' | 'public' | 'missing' | 'none'
  /** Whether the resource declares that everybody's permissions are intentional. */
  readonly public: boolean
  readonly deprecated?: Deprecation
  /** The default scopes that the resource does not inherit. */
  readonly dropped: readonly { readonly scope: string; readonly policies: readonly Policy[] }[]
  readonly actions: readonly ActionPolicy[]
  /** The resource's own actions, if there are any. */
  readonly ownActions?: readonly OwnActionPolicy[]
  readonly attributes: readonly FieldPolicy[]
  readonly relationships: readonly RelationshipPolicy[]
  /** The filters, sorts and stats that only some clients may use, and everything deprecated among these. */
  readonly queries: readonly GuardedQuery[]
}

/** One action: who may perform it, on which records, and which scopes must contain a written record afterwards. */
export interface ActionPolicy {
  readonly action: Action
  /** Whether the action has a path of its own. If not, `who` applies to all other ways to perform the action. */
  readonly address: boolean
  readonly who: Who
  /** Whether anyone may write, at the action's own path or in a nested write. */
  readonly everybodyWrites: boolean
  /** The location that declares the action; null if it is not declared. */
  readonly from: Source | null
  /** The declaration in the defaults, if the resource replaces it. */
  readonly replaces: Who | null
  /** Null if the action needs no existing record. */
  readonly records: readonly RecordScope[] | null
  /** Null if the action writes nothing. */
  readonly written: readonly RecordScope[] | null
  readonly deprecated?: Deprecation
}

/** One of the resource's own actions: who may perform it, and with which records. */
export interface OwnActionPolicy {
  readonly action: string
  readonly on: 'record' | 'collection'
  readonly who: Who
  readonly from: Source
  /** Whether anyone may perform the action, because neither a guard nor a scope restricts it. */
  readonly everybodyWrites: boolean
  /** Null for an action on the collection. */
  readonly records: readonly RecordScope[] | null
  readonly deprecated?: Deprecation
}

/** A scope that must contain the records. */
export type RecordScope = ScopeContract

/** The policy of an attribute or a relationship: who may read it, and who may write it. */
export interface FieldPolicy {
  readonly name: string
  readonly read: Who
  /** Only the field's own guard. */
  readonly write: Who
  /** The clients who pass both the field's own guard and the action's guard. */
  readonly writers: { readonly create: Who; readonly update: Who }
  readonly deprecated?: Deprecation
}

/**
 * The policy of a relationship: who may read and write it, and the resources whose policies apply to its links (rule
 * 14.16).
 */
export interface RelationshipPolicy extends FieldPolicy {
  readonly resources: readonly string[]
  /** The resources of its join model; empty if it has none. */
  readonly through: readonly string[]
}

/**
 * Describes who may do what. This is a pure function of the contract, so it cannot see the code of guards and scopes.
 */
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
    ...deprecatedOf(resource),
    dropped: droppedBy(resource, contract),
    actions: ACTIONS.map((action) => ({
      ...actionPolicy(action, actions[action], scopes),
      everybodyWrites: open.includes(action),
    })),
    ...(resource.ownActions && {
      ownActions: Object.entries(resource.ownActions).map(([name, action]) =>
        ownActionPolicy(name, action, scopes),
      ),
    }),
    attributes: Object.entries(attributes).map(([name, { read, write, ...attribute }]) => ({
      name,
      ...deprecatedOf(attribute),
      read,
      write,
      writers: writersOf(write, actions),
    })),
    relationships: Object.entries(relationships).map(
      ([name, { read, write, types, through = [], ...of }]) => ({
        name,
        ...deprecatedOf(of),
        read,
        write,
        writers: writersOf(write, actions),
        resources: types,
        through,
      }),
    ),
    queries: guardedQueries(resource),
  }
}

function writersOf(write: Who, { create, update }: ResourceContract['actions']): FieldPolicy['writers'] {
  const underGuardOf = ({ who }: ActionContract): Who => allOf(...guardsOf(write), ...guardsOf(who))
  return { create: underGuardOf(create), update: underGuardOf(update) }
}

const guardsOf = (who: Who): readonly (boolean | string)[] => (typeof who === 'boolean' ? [who] : who)

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
  { address, who, from, replaces, ...of }: ActionContract,
  scopes: ResourceContract['scopes'],
): Omit<ActionPolicy, 'everybodyWrites'> {
  return {
    action,
    address,
    who,
    from: from ?? null,
    replaces: replaces ?? null,
    ...recordsOf(action, who !== false, scopes),
    ...deprecatedOf(of),
  }
}

function ownActionPolicy(
  action: string,
  { on, who, from, scope, ...of }: OwnActionContract,
  scopes: ResourceContract['scopes'],
): OwnActionPolicy {
  const limits = scope === undefined ? within(scopes, ['update']) : [{ scope, from }]
  return {
    action,
    on,
    who,
    from,
    everybodyWrites: who === true && (on === 'collection' || limits.length === 0),
    records: on === 'record' ? united(within(scopes, ['read']), limits) : null,
    ...deprecatedOf(of),
  }
}

/** The scopes of an action's records, and those that must contain them afterwards (rule 14.10). */
function recordsOf(
  action: Action,
  isOpen: boolean,
  scopes: ResourceContract['scopes'],
): Pick<ActionPolicy, 'records' | 'written'> {
  const read = within(scopes, ['read'])
  switch (action) {
    case 'index':
    case 'show':
      // The records are also read in other ways, so their scopes matter even if nobody may perform this action.
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

/** For each layer, the scope for the first given policy that the layer declares. */
function within(scopes: ResourceContract['scopes'], policies: readonly Policy[]): readonly RecordScope[] {
  return (['resource', 'defaults'] as const).flatMap((layer) => {
    const [found] = policies.flatMap((policy) => scopes[policy]?.find(({ from }) => from === layer) ?? [])
    return found ?? []
  })
}

/** All scopes, each once: first the resource's, then those from the defaults. */
function united(...scopes: readonly (readonly RecordScope[])[]): readonly RecordScope[] {
  const unique = new Map(scopes.flat().map((each) => [`${each.from} ${each.scope}`, each]))
  const all = [...unique.values()]
  return [...all.filter(({ from }) => from === 'resource'), ...all.filter(({ from }) => from === 'defaults')]
}
