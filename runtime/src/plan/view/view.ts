import type { Comparison } from '../../adapter/condition.js'
import { BoundedCache } from '../../base/bounded-cache.js'
import { madeOnce } from '../../base/made-once.js'
import {
  type Action,
  type AttributeConfig,
  type DefaultFilterConfig,
  type ExtraFieldConfig,
  type FilterConfig,
  guardOf,
} from '../../declare/config.js'
import type { QueryResource } from '../../query/query-resource.js'
import type { CompiledResource } from '../../resource/compile.js'
import type { Guards, Rule } from '../../resource/guards.js'
import { perResource, relationshipsAlong, relationshipsOf } from '../../resource/relations.js'
import type { Relationship } from '../../vocabulary/relation.js'
import { filterPath } from '../filters/filter-target.js'
import {
  type AttributeName,
  attributeName,
  type FilterName,
  filterName,
  type RelationName,
  relationName,
  type Rules,
  type SortName,
  sortName,
  type StatName,
  statName,
} from './names.js'

/** The declarations of a resource by name: computed once, and each filter, sort key and stat at its first use. */
export class Names {
  readonly resource: CompiledResource
  readonly attributes: ReadonlyMap<string, AttributeName>
  readonly relations: ReadonlyMap<string, RelationName>
  /** The comparisons of the default filters, with the names of the store. */
  readonly defaultFilters: Map<DefaultFilterConfig, readonly Comparison[]> = new Map()
  readonly views: BoundedCache<string, View> = new BoundedCache(MOST_VIEWS)
  readonly #filters = new Map<FilterConfig, FilterName>()
  readonly #sortKeys = new Map<string, SortName>()
  readonly #stats = new Map<string, StatName>()
  #guards: readonly string[] | undefined
  #reachable: Reachable | undefined

  constructor(resource: CompiledResource) {
    const { attributes, sideloads } = resource.config
    this.resource = resource
    this.attributes = new Map([...attributes].map(([name, one]) => [name, attributeName(resource, one)]))
    this.relations = new Map(
      [...relationshipsOf(resource)].flatMap(([name, relationship]): [string, RelationName][] => {
        const sideload = sideloads.get(name)
        return sideload ? [[name, relationName(sideload, relationship)]] : []
      }),
    )
  }

  /** A filter, by any of its names. */
  filter(name: string): FilterName | undefined {
    const { resource } = this
    const filter = resource.filters.get(name)
    return filter && madeOnce(this.#filters, filter, () => filterName(resource, filter))
  }

  filters(): readonly FilterName[] {
    return found(this.resource.config.filters, (name) => this.filter(name))
  }

  sortKey(path: readonly string[]): SortName | undefined {
    const key = path.join('.')
    const known = this.#sortKeys.get(key) ?? sortName(this.resource, path)
    // A name that nobody can sort by is not kept: clients would fill the memory with such names.
    if (known) this.#sortKeys.set(key, known)
    return known
  }

  /** All sort keys but the id. */
  sortKeys(): readonly (readonly string[])[] {
    const { attributes, sorts } = this.resource.config
    return [...[...attributes.keys()].map((name) => [name]), ...[...sorts].map((path) => path.split('.'))]
  }

  /** A stat, or what a stat of this name would need. */
  stat(name: string): StatName {
    const { resource } = this
    return resource.config.stats.has(name)
      ? madeOnce(this.#stats, name, () => statName(resource, name))
      : statName(resource, name)
  }

  /** The rule of an action; without a guard, anyone may run it. */
  action(name: Action): Rule {
    const { type, config } = this.resource
    return { guard: guardOf(config, name) ?? true, resource: type, place: `actions.${name}` }
  }

  /** The rule of a custom action; without a guard, no one may run it. */
  ownAction(name: string): Rule {
    const { type, config } = this.resource
    return { guard: config.ownActions.get(name)?.guard ?? false, resource: type, place: `actions.${name}` }
  }

  /** All guards that may hide a name: also those of resources that filters and sorts go through. */
  get guards(): readonly string[] {
    return (this.#guards ??= [...foundGuards(this)])
  }

  /** Everything that can be reached through any number of relationships. */
  get reachable(): Reachable {
    return (this.#reachable ??= findReachable(this))
  }
}

/** The resources that relationships of a resource lead to, and the guards of all their relationships. */
interface Reachable {
  readonly resources: ReadonlySet<CompiledResource>
  readonly links: ReadonlySet<string>
  /** Whether there are any guards at all. */
  readonly isGuarded: boolean
}

/** How many views of a resource are kept: requests differ in the results of their guards. */
const MOST_VIEWS = 8

/** The names of a resource. */
export const namesOf: (resource: CompiledResource) => Names = perResource((resource) => new Names(resource))

/**
 * A resource as one request sees it: a name that a guard hides is not there, like an unknown one. Guards are asked
 * before; one that was not asked hides its names.
 */
export class View {
  readonly names: Names
  readonly #admits: (rules: readonly Rule[]) => boolean
  #fields: TypeFields | undefined
  readonly #writable = new Map<'create' | 'update', ReadonlyMap<string, AttributeConfig>>()

  /** @param admits whether the request passes rules */
  constructor(names: Names, admits: (rules: readonly Rule[]) => boolean) {
    this.names = names
    this.#admits = admits
    Object.freeze(this)
  }

  attribute(name: string): AttributeConfig | undefined {
    const known = this.names.attributes.get(name)
    return known && this.#admits(known.readable) ? known.config : undefined
  }

  attributes(): readonly AttributeConfig[] {
    return found(this.names.attributes, (name) => this.attribute(name))
  }

  relation(name: string): RelationName | undefined {
    const known = this.names.relations.get(name)
    return known && this.#admits(known.readable) ? known : undefined
  }

  relations(): readonly RelationName[] {
    return found(this.names.relations, (name) => this.relation(name))
  }

  /** All of its fields; the texts for rendering them are kept with them. */
  get fields(): TypeFields {
    if (this.#fields) return this.#fields
    const attributes = this.attributes()
    const relations = this.relations()
    return (this.#fields = { attributes, extraFields: [], relations, linked: linkedIn(relations) })
  }

  /** A relationship that the request may write; it need not be readable for anybody. */
  writableRelation(name: string): RelationName | undefined {
    const known = this.names.relations.get(name)
    return known?.change && this.#admits(known.change) ? known : undefined
  }

  /** The attributes that a create or an update of the request may write. */
  writableAttributes(action: 'create' | 'update'): ReadonlyMap<string, AttributeConfig> {
    return madeOnce(
      this.#writable,
      action,
      () =>
        new Map(
          [...this.names.attributes].flatMap(([name, { config, [action]: rules }]) =>
            rules && this.#passes(rules) ? [[name, config]] : [],
          ),
        ),
    )
  }

  filter(name: string): FilterName | undefined {
    const known = this.names.filter(name)
    return known && this.#passes(known.rules) ? known : undefined
  }

  filters(): readonly FilterName[] {
    return found(this.names.resource.config.filters, (name) => this.filter(name))
  }

  /** The target of a sort key: an attribute, the id, or a path that the schema lists under `sorts`. */
  sortKey(path: readonly string[]): SortName | undefined {
    const known = this.names.sortKey(path)
    return known && this.#passes(known.rules) ? known : undefined
  }

  stat(name: string): StatName | undefined {
    const known = this.names.stat(name)
    return this.#passes(known.rules) ? known : undefined
  }

  #passes(rules: Rules): boolean {
    return rules.every((list) => this.#admits(list))
  }
}

const found = <Member>(
  names: ReadonlyMap<string, unknown>,
  find: (name: string) => Member | undefined,
): readonly Member[] => [...names.keys()].flatMap((name) => find(name) ?? [])

/** The rendered fields of one type (rules 7.1, 7.3). */
export interface TypeFields {
  readonly attributes: readonly AttributeConfig[]
  readonly extraFields: readonly ExtraFieldConfig[]
  readonly relations: readonly RelationName[]
  /** The relationships with `linkage: always` whose key is the id of the related record (rule 12.1). */
  readonly linked: readonly Relationship<CompiledResource>[]
}

/** Those of some relationships whose linkage is always there, and known without the related record. */
export const linkedIn = (relations: readonly RelationName[]): TypeFields['linked'] =>
  relations
    .filter(({ config }) => config.linkage === 'always')
    .map(({ relationship }) => relationship)
    .filter(({ relations }) => relations.every(({ refersToId }) => refersToId))

/**
 * Asks the guards of the relationships of a resource, and of all resources that they lead to: names in a query may go
 * through any of them. Without such guards nothing is awaited.
 */
export function askRelationships(resource: CompiledResource, guards: Guards): Promise<void> | undefined {
  const { links } = namesOf(resource).reachable
  return links.size > 0 ? guards.settle(links) : undefined
}

/** The view of a resource for a request. Requests whose guards returned the same results share it. */
export function viewOf(resource: CompiledResource, guards: Guards): View {
  const names = namesOf(resource)
  const passing = guards.passing(names.guards)
  // The error of a guard, and what explains it, belong to one request.
  if (!passing) return new View(names, (rules) => guards.meets(rules))
  const admits = (rules: readonly Rule[]): boolean =>
    rules.every(({ guard }) => (typeof guard === 'boolean' ? guard : passing.has(guard)))
  return madeOnce(names.views, JSON.stringify([...passing]), () => new View(names, admits))
}

function ownGuards({ attributes, relations }: Names): readonly string[] {
  const rules = [
    ...[...attributes.values()].flatMap(({ config, readable }) => [
      ...readable.map(({ guard }) => guard),
      config.writable,
      config.sortable,
    ]),
    ...linkGuards(relations),
  ]
  return rules.filter((guard) => typeof guard === 'string')
}

const linkGuards = (relations: Names['relations']): readonly string[] =>
  [...relations.values()]
    .flatMap(({ readable, writable }) => [...readable, ...writable])
    .flatMap(({ guard }) => (typeof guard === 'string' ? [guard] : []))

function foundGuards(names: Names): ReadonlySet<string> {
  const { filters, sorts } = names.resource.config
  const guards = new Set(ownGuards(names))
  for (const { if: guard } of filters.values()) if (typeof guard === 'string') guards.add(guard)
  for (const path of [...[...filters.values()].map(filterPath), ...[...sorts].map((one) => one.split('.'))]) {
    let owner: CompiledResource | undefined = names.resource
    for (const name of path.slice(0, -1)) {
      owner = owner && relationshipsOf(owner).get(name)?.relations[0]?.target
      for (const guard of owner ? ownGuards(namesOf(owner)) : []) guards.add(guard)
    }
  }
  return guards
}

function findReachable({ resource }: Names): Reachable {
  const resources = new Set([resource])
  for (const owner of resources) {
    for (const { relations } of relationshipsOf(owner).values()) {
      for (const { target } of relations) if (target) resources.add(target)
    }
  }
  return {
    resources,
    links: new Set([...resources].flatMap((one) => linkGuards(namesOf(one).relations))),
    isGuarded: [...resources].some((one) => namesOf(one).guards.length > 0),
  }
}

/** The resources of an API as one request sees them. */
export class Views {
  readonly guards: Guards
  /** Those that were looked at: what is made of them is for every request that sees the same. */
  readonly used: Map<CompiledResource, View> = new Map()

  constructor(guards: Guards) {
    this.guards = guards
  }

  of(resource: CompiledResource): View {
    return madeOnce(this.used, resource, () => viewOf(resource, this.guards))
  }

  /** The facts about the resource that the parser of a query needs. */
  query(resource: CompiledResource): QueryResource {
    return {
      type: resource.type,
      hasFilter: (name) => resource.filters.has(name),
      isMany: (path) => this.isMany(resource, path),
    }
  }

  /** Whether a path leads through a to-many relationship; undefined if it does not exist. */
  isMany(resource: CompiledResource, path: readonly string[]): boolean | undefined {
    const along = relationshipsAlong(resource, path)
    const isKnown =
      along.length === path.length && along.every(({ owner, name }) => this.of(owner).relation(name))
    return isKnown ? along.some(({ many }) => many) : undefined
  }

  /** Whether a request sees the same as the one for which something was made. Changed declarations make other views. */
  areAlike(used: ReadonlyMap<CompiledResource, View>): boolean {
    for (const [resource, view] of used) if (viewOf(resource, this.guards) !== view) return false
    return true
  }
}
