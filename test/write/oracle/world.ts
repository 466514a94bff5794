import { defineRegistry, type ResourceClass } from '@jsonapi-gen/runtime'
import type { AttributeConfig } from '../../../runtime/src/declare/config.js'
import type { ResourceReference, SideloadConfig } from '../../../runtime/src/declare/sideload.js'
import { compile, type CompiledResource, idOf } from '../../../runtime/src/resource/compile.js'
import { resolveReference } from '../../../runtime/src/resource/registry.js'
import type { MemoryRow } from '../../adapter/memory/store.js'
import type { Rows, Table, Tables } from '../../adapter/memory/tables.js'
import { equal } from '../../adapter/memory/values.js'
import type { Domain } from './domain.js'

/** One relationship and its targets. */
export interface Relationship {
  readonly sideload: SideloadConfig
  readonly targets: readonly CompiledResource[]
  readonly many: boolean
  /** The foreign key in the record itself. */
  readonly own: readonly string[]
  /** The foreign key in the related records. */
  readonly theirs: readonly string[]
}

/** The basis for random requests: the resources of a domain, and the rows that are stored before each request. */
export class World {
  readonly domain: Domain
  readonly tables: Tables
  readonly resources: ReadonlyMap<string, CompiledResource>
  readonly #rows: Rows

  constructor(domain: Domain, tables: Tables, resources: Readonly<Record<string, ResourceClass>>) {
    this.domain = domain
    this.tables = tables
    this.#rows = domain.rows
    defineRegistry(resources)
    this.resources = new Map(Object.entries(resources).map(([type, resource]) => [type, compile(resource)]))
  }

  resource(type: string): CompiledResource {
    const resource = this.resources.get(type)
    if (!resource) throw new Error(`There are no "${type}".`)
    return resource
  }

  table({ model }: CompiledResource): Table {
    return this.tables.of(String(model))
  }

  rows({ model }: CompiledResource): readonly MemoryRow[] {
    return this.#rows[String(model)] ?? []
  }

  id(resource: CompiledResource, row: MemoryRow): string {
    return idOf(resource, row)
  }

  attributes({ config }: CompiledResource): readonly AttributeConfig[] {
    return [...config.attributes.values()].filter(({ writable }) => writable !== false)
  }

  relationships(resource: CompiledResource): readonly Relationship[] {
    return [...resource.config.sideloads.values()]
      .filter(({ writable }) => writable !== false)
      .map((sideload) => ({
        sideload,
        targets: [...new Set(targetsOf(resource, sideload).values())],
        many: ['hasMany', 'hasAndBelongsToMany', 'polymorphicHasMany'].includes(sideload.kind),
        own: ownKey(sideload),
        theirs: 'foreignKey' in sideload && sideload.kind !== 'belongsTo' ? sideload.foreignKey : [],
      }))
  }

  /** Whether a column of a resource's model cannot be null. */
  isRequired(resource: CompiledResource, column: string): boolean {
    return this.table(resource).columns.some(({ name, isRequired }) => name === column && isRequired)
  }

  /** The members of a relationship before any request. */
  members(resource: CompiledResource, row: MemoryRow, { sideload }: Relationship): readonly MemoryRow[] {
    const [target] = targetsOf(resource, sideload).values()
    if (!target) return []
    const same = (
      one: MemoryRow,
      names: readonly string[],
      other: MemoryRow,
      others: readonly string[],
    ): boolean => names.every((name, at) => equal(one[name], other[others[at] ?? '']) && one[name] !== null)
    switch (sideload.kind) {
      case 'custom':
        return []
      case 'belongsTo': {
        const { foreignKey, primaryKey = target.primaryKey } = sideload
        return this.rows(target).filter((each) => same(row, foreignKey, each, primaryKey))
      }
      case 'polymorphicBelongsTo': {
        const group = String(row[sideload.groupBy])
        const keyed = sideload.groups.get(group)
        const of = targetsOf(resource, sideload).get(group)
        if (!keyed || !of) return []
        return this.rows(of).filter((each) => same(row, keyed.foreignKey, each, of.primaryKey))
      }
      case 'hasMany':
      case 'hasOne': {
        const { foreignKey, primaryKey = resource.primaryKey } = sideload
        return this.rows(target).filter((each) => same(row, primaryKey, each, foreignKey))
      }
      case 'polymorphicHasMany': {
        const own = target.config.sideloads.get(sideload.as)
        if (own?.kind !== 'polymorphicBelongsTo') return []
        const [group] = [...targetsOf(target, own)].find(([, of]) => of.type === resource.type) ?? []
        return this.rows(target).filter(
          (each) => each[own.groupBy] === group && same(row, resource.primaryKey, each, sideload.foreignKey),
        )
      }
      case 'hasAndBelongsToMany': {
        const relation = this.table(target).relations.get(sideload.join)
        if (!relation) return []
        if (relation.kind === 'join') {
          const pairs = this.#rows[relation.join] ?? []
          const other = relation.side === 'A' ? 'B' : 'A'
          return this.rows(target).filter((each) =>
            pairs.some((pair) => pair[relation.side] === each['id'] && pair[other] === row['id']),
          )
        }
        const joins = this.#rows[relation.model] ?? []
        return this.rows(target).filter((each) =>
          joins.some(
            (join) =>
              same(each, relation.own, join, relation.other) &&
              same(row, sideload.primaryKey ?? resource.primaryKey, join, sideload.joinKey),
          ),
        )
      }
    }
  }
}

function ownKey(sideload: SideloadConfig): readonly string[] {
  if (sideload.kind === 'belongsTo') return sideload.foreignKey
  if (sideload.kind !== 'polymorphicBelongsTo') return []
  return [...new Set([...sideload.groups.values()].flatMap(({ foreignKey }) => foreignKey))]
}

/** The target resources of a relationship, by group. */
export function targetsOf(
  { resourceClass }: CompiledResource,
  sideload: SideloadConfig,
): ReadonlyMap<string, CompiledResource> {
  const groups: readonly (readonly [string, ResourceReference])[] =
    sideload.kind === 'polymorphicBelongsTo'
      ? [...sideload.groups].map(([group, { resource }]) => [group, resource])
      : [['', sideload.resource]]
  return new Map(
    groups.map(([group, reference]) => [group, compile(resolveReference(reference, resourceClass))]),
  )
}
