import { hasPolicy, isGuarded } from '../schema/check/policies.js'
import type { ActionSchema, ResourceSchema, Schema, ScopeSchema } from '../schema/schema.js'
import { targetsOf } from '../schema/schema.js'
import type { Action, Policy } from '../schema/types.js'
import { guardedQueries, type GuardedQuery } from './queries.js'
import { allOf, type Who } from './who.js'

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
  /** The scopes of the defaults that it drops. */
  readonly dropped: readonly { readonly scope: string; readonly policies: readonly Policy[] }[]
  readonly actions: readonly ActionPolicy[]
  readonly attributes: readonly FieldPolicy[]
  readonly relationships: readonly (FieldPolicy & { readonly resources: readonly string[] })[]
  /** The filters, sorts and stats that not everybody may ask for. */
  readonly queries: readonly GuardedQuery[]
}

/** Who says something: the resource, or the defaults. */
export type Source = 'resource' | 'defaults'

/** One action: who may do it, with which records, and where a record that is written must be afterwards. */
export interface ActionPolicy {
  readonly action: Action
  /** Whether it has an address; without one, `who` holds on every other way to it. */
  readonly address: boolean
  readonly who: Who
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
export interface RecordScope {
  readonly scope: string
  readonly from: Source
}

/** Who reads and who writes an attribute or a relationship. */
export interface FieldPolicy {
  readonly name: string
  readonly read: Who
  readonly write: Who
}

/** Describes who may do what. It is a pure function of the schema: nothing of the code that its names stand for is known. */
export function policyTable(schema: Schema): PolicyTable {
  return { resources: schema.resources.map((resource) => policiesOf(resource, schema)) }
}

function policiesOf(resource: ResourceSchema, schema: Schema): ResourcePolicies {
  const { type, access, attributes, sideloads } = resource
  return {
    type,
    policy: policyOf(resource, schema),
    dropped: droppedBy(resource, schema),
    actions: access.map((each) => actionPolicy(each, resource.scopes)),
    attributes: byName(attributes.map(fieldPolicy)),
    relationships: byName(
      sideloads.map((sideload) => ({
        ...fieldPolicy(sideload),
        resources: targetsOf(sideload).toSorted(),
      })),
    ),
    queries: guardedQueries(resource, schema),
  }
}

function policyOf(resource: ResourceSchema, { resources }: Schema): ResourcePolicies['policy'] {
  if (hasPolicy(resource)) return 'some'
  if (resource.isPublic) return 'public'
  return isGuarded(resources) ? 'missing' : 'none'
}

function droppedBy({ scopes }: ResourceSchema, { defaultScopes }: Schema): ResourcePolicies['dropped'] {
  return defaultScopes.flatMap(({ name, policies }) => {
    const held = new Set(scopes.filter((scope) => scope.name === name).map(({ policy }) => policy))
    const dropped = policies.filter((policy) => !held.has(policy))
    return dropped.length === 0 ? [] : [{ scope: name, policies: dropped }]
  })
}

function actionPolicy(access: ActionSchema, scopes: readonly ScopeSchema[]): ActionPolicy {
  const { action, isServed, guard, from, replaces } = access
  return {
    action,
    address: isServed,
    who: allOf(guard),
    from: from ?? null,
    replaces: replaces === undefined ? null : allOf(replaces),
    ...recordsOf(action, guard !== false, scopes),
  }
}

/** Which records an action is done with, and where they must be afterwards (rule 14.10). */
function recordsOf(
  action: Action,
  isOpen: boolean,
  scopes: readonly ScopeSchema[],
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
function within(scopes: readonly ScopeSchema[], policies: readonly Policy[]): readonly RecordScope[] {
  return [false, true].flatMap((isDefault) => {
    const layer = scopes.filter((scope) => scope.isDefault === isDefault)
    const [found] = policies.flatMap((policy) => layer.find((scope) => scope.policy === policy) ?? [])
    return found ? [{ scope: found.name, from: isDefault ? 'defaults' : 'resource' }] : []
  })
}

/** Scopes that all hold, each once: those of the resource, and then those of the defaults. */
function united(...scopes: readonly (readonly RecordScope[])[]): readonly RecordScope[] {
  const unique = new Map(scopes.flat().map((each) => [`${each.from} ${each.scope}`, each]))
  const all = [...unique.values()]
  return [...all.filter(({ from }) => from === 'resource'), ...all.filter(({ from }) => from === 'defaults')]
}

/** What is hidden from a request is unknown to it, and can't be written; what nobody reads can be (rules 7.3, 14.12). */
function fieldPolicy(field: {
  readonly name: string
  readonly readable: boolean | string
  readonly writable: boolean | string
}): FieldPolicy {
  const { name, readable, writable } = field
  return {
    name,
    read: allOf(readable),
    write: allOf(readable === false ? true : readable, writable),
  }
}

function byName<Field extends FieldPolicy>(fields: readonly Field[]): readonly Field[] {
  return fields.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
