import { didYouMean } from '../../diagnostic/suggest.js'
import { allowed, listed, quoted } from '../../diagnostic/words.js'
import type { Located } from '../../source/source.js'
import { keysOf } from '../check/columns.js'
import type { Report } from '../../diagnostic/report.js'
import type { DeclaredColumns, DeclaredGroup, DeclaredResource, DeclaredSideload } from '../declared.js'
import { adapterOf, declaredTargets } from '../path.js'
import { methodNames } from '../method-names.js'
import type { SideloadSchema } from '../schema.js'
import { type AdapterName, SIDELOAD_KINDS, type SideloadKind } from '../types.js'
import type { Resolving } from './context.js'
import { resolveDeprecated } from './deprecated.js'
import { checkKeyColumns } from './key.js'

/**
 * The sideloads of a resource. If the kind or the target is unknown, the sideload is reported and omitted (rules 9.1
 * and 9.2).
 */
export function resolveSideloads(resolving: Resolving): readonly SideloadSchema[] {
  const { allSideloads } = resolving.resource
  if (allSideloads) {
    resolving.report.add('JG415', allSideloads, '"sideloads: all" needs a datamodel', {
      help: 'set prisma.schema, or list the sideloads with their kinds',
    })
  }
  return resolving.resource.sideloads.flatMap((each) => resolveSideload(each, resolving) ?? [])
}

function resolveSideload(declared: DeclaredSideload, resolving: Resolving): SideloadSchema | undefined {
  const { report } = resolving
  if (declared.broken) return undefined
  const what = `Sideload ${quoted(declared.name.value)}`
  if (!declared.kind) {
    report.add('JG204', declared.name.at, `${what} has no kind`, { help: allowed(SIDELOAD_KINDS) })
    return undefined
  }
  const kind = declared.kind.value
  checkKeys(declared, kind, resolving)
  checkKeyColumns(declared, kind, resolving)
  checkAdapters(declared, kind, resolving)
  const common = {
    name: declared.name.value,
    many: LEADS_TO_MANY[kind] ?? declared.many?.value ?? true,
    at: declared.name.at,
    description: declared.description,
    deprecated: resolveDeprecated(
      declared,
      'relationship',
      resolving.resource.sideloads.map((each) => each.name.value),
      report,
    ),
    linkage: declared.linkage ? 'always' : 'included',
    readable: declared.readable?.value ?? true,
    writable: declared.writable?.value ?? true,
    dependent: declared.dependent?.value,
    nullable: declared.nullable?.value ?? true,
    neverNull: declared.neverNull ?? [],
    needed: neededOf(declared),
    required: declared.required?.value,
  } as const
  const primaryKey = declared.primaryKey?.map(({ value }) => value)
  const said = declared.relation?.value
  const stored = said === common.name ? undefined : said
  if (kind === 'polymorphicBelongsTo') {
    const groupBy = need(declared.groupBy, 'groupBy', declared.name, resolving)
    const groups = declared.groups.map((group) => resolveGroup(group, resolving))
    return { ...common, kind, groupBy, groups }
  }
  const resource = reference(declared.resource, declared.name, resolving)
  switch (kind) {
    case 'belongsTo':
    case 'hasMany':
    case 'hasOne': {
      const foreignKey = needColumns(declared.foreignKey, declared.name, resolving)
      return { ...common, kind, resource, stored, foreignKey, primaryKey }
    }
    case 'hasAndBelongsToMany': {
      if (!declared.through) {
        report.add('JG412', declared.name.at, `${what} has no join relation`, {
          help: 'write foreignKey: { relation: key }, or set prisma.schema',
        })
      }
      const { relation, key = [], join } = declared.through ?? { relation: undefined }
      const columns = key.map(({ value }) => value)
      const name = relation?.value ?? ''
      return { ...common, kind, resource, stored, relation: name, key: columns, join, primaryKey }
    }
    case 'polymorphicHasMany': {
      const foreignKey = needColumns(declared.foreignKey, declared.name, resolving)
      const as = need(declared.as, 'as', declared.name, resolving)
      return { ...common, kind, resource, foreignKey, as, primaryKey }
    }
    case 'custom': {
      const scopeMethod = methodNames.scope(common.name)
      const assignMethod = methodNames.assign(common.name)
      return { ...common, kind, resource, scopeMethod, assignMethod }
    }
  }
}

/** Without a datamodel, all columns of a key are treated alike. */
function neededOf(declared: DeclaredSideload): readonly string[] {
  const { required, nullable, needed } = declared
  if (required?.value === false) return []
  return needed ?? ((required?.value ?? nullable?.value === false) ? keysOf(declared) : [])
}

function resolveGroup(
  group: DeclaredGroup,
  resolving: Resolving,
): {
  readonly name: string
  readonly resource: string
  readonly foreignKey: string
  readonly primaryKey: string | undefined
} {
  return {
    name: group.name.value,
    resource: reference(group.resource, group.name, resolving),
    foreignKey: need(group.foreignKey, 'foreignKey', group.name, resolving),
    primaryKey: group.primaryKey?.value,
  }
}

function reference(
  resource: Located<string> | undefined,
  owner: Located<string>,
  { directory, report }: Resolving,
): string {
  if (resource === undefined) {
    report.add('JG204', owner.at, `${quoted(owner.value)} has no resource`, {
      help: allowed([...directory.resources.keys()]),
    })
    return ''
  }
  if (!directory.resources.has(resource.value)) {
    const types = [...directory.resources.keys()]
    const message = `Unknown resource ${quoted(resource.value)}${didYouMean(resource.value, types)}`
    report.add('JG401', resource.at, message, { help: allowed(types), unknown: resource.value })
  }
  return resource.value
}

function need(
  value: Located<string> | undefined,
  key: string,
  owner: Located<string>,
  { report }: Resolving,
): string {
  if (value === undefined) {
    const orInferred = key === 'foreignKey' ? ', or set prisma.schema if the model has the relation' : ''
    report.add('JG412', owner.at, `${quoted(owner.value)} has no ${key}`, {
      help: `write ${key}: …${orInferred}`,
    })
  }
  return value?.value ?? ''
}

function needColumns(
  columns: DeclaredColumns | undefined,
  owner: Located<string>,
  resolving: Resolving,
): readonly string[] {
  if (columns && columns.length > 0) return columns.map(({ value }) => value)
  return [need(undefined, 'foreignKey', owner, resolving)]
}

type SideloadKey =
  | 'foreignKey'
  | 'through'
  | 'primaryKey'
  | 'many'
  | 'as'
  | 'groupBy'
  | 'groups'
  | 'resource'
  | 'relation'
  | 'dependent'
  | 'nullable'
  | 'required'

/** Whether a kind is to-many. A custom sideload declares it itself. */
const LEADS_TO_MANY: Readonly<Record<SideloadKind, boolean | undefined>> = {
  belongsTo: false,
  hasMany: true,
  hasOne: false,
  hasAndBelongsToMany: true,
  polymorphicBelongsTo: false,
  polymorphicHasMany: true,
  custom: undefined,
}

const KEYS_OF_KIND: Readonly<Record<SideloadKind, readonly SideloadKey[]>> = {
  belongsTo: ['resource', 'relation', 'foreignKey', 'primaryKey', 'nullable', 'required'],
  hasMany: ['resource', 'relation', 'foreignKey', 'primaryKey', 'dependent'],
  hasOne: ['resource', 'relation', 'foreignKey', 'primaryKey', 'dependent'],
  hasAndBelongsToMany: ['resource', 'relation', 'through', 'primaryKey', 'dependent'],
  polymorphicBelongsTo: ['groupBy', 'groups', 'nullable', 'required'],
  polymorphicHasMany: ['resource', 'foreignKey', 'as', 'primaryKey', 'dependent'],
  custom: ['resource', 'many'],
}

function checkKeys(declared: DeclaredSideload, kind: SideloadKind, { report }: Resolving): void {
  const fitting = KEYS_OF_KIND[kind]
  const places = {
    resource: declared.resource?.at,
    relation: declared.relation?.at,
    foreignKey: declared.foreignKey?.[0]?.at,
    through: declared.through?.relation.at,
    primaryKey: declared.primaryKey?.[0]?.at,
    dependent: declared.dependent?.at,
    nullable: declared.nullable?.at,
    required: declared.required?.at,
    many: declared.many?.at,
    as: declared.as?.at,
    groupBy: declared.groupBy?.at,
    groups: declared.groups[0]?.name.at,
  } as const
  const keys = Object.keys(places) as SideloadKey[]
  for (const key of keys) {
    const at = places[key]
    if (at === undefined || fitting.includes(key)) continue
    const shown =
      key === 'through' ? 'a join relation' : key === 'foreignKey' ? 'a single foreignKey' : quoted(key)
    const fits = listed(fitting.map((each) => (each === 'through' ? 'foreignKey: { relation: key }' : each)))
    const isJoin = kind === 'hasAndBelongsToMany' && key === 'foreignKey'
    report.add('JG212', at, `A sideload of kind ${kind} cannot have ${shown}`, {
      help: isJoin
        ? `it can have ${fits}; through a join model, its name must differ from the name of the relation to that model`
        : `it can have ${fits}`,
    })
  }
  if (declared.linkage && kind !== 'belongsTo' && kind !== 'polymorphicBelongsTo') {
    report.add('JG212', declared.name.at, `A sideload of kind ${kind} cannot have linkage: always`, {
      help: 'only belongsTo and polymorphicBelongsTo have their linkage in the record itself, without loading other records',
    })
  }
  if (kind === 'polymorphicBelongsTo' && declared.groups.length === 0) {
    report.add('JG204', declared.name.at, `Sideload ${quoted(declared.name.value)} has no groups`, {
      help: 'write groups: { Post: { resource: posts, foreignKey: subjectId } }',
    })
  }
}

// The null adapter cannot follow keys, and its resources' scopes cannot be chained onto. Two engines do not share
// statements or transactions.
function checkAdapters(
  declared: DeclaredSideload,
  kind: SideloadKind,
  { resource, directory, report }: Resolving,
): void {
  if (kind === 'custom') return
  const target = directory.resources.get(declared.resource?.value ?? '')
  const onNull = [resource, target].find((each) => each?.adapter?.value === 'null')
  if (onNull === undefined) {
    const others = declaredTargets(directory, declared).filter(
      (each) => adapterOf(each) !== adapterOf(resource),
    )
    const [other] = others
    if (other) checkEngines(declared, kind, { resource, other, report })
    return
  }
  const message = `${quoted(onNull.type.value)} uses the null adapter, which does not support ${kind}`
  report.add('JG413', declared.kind?.at ?? declared.name.at, message, { help: 'write kind: custom' })
}

const ENGINE_NAMES: Readonly<Record<AdapterName, string>> = {
  prisma: 'Prisma',
  kysely: 'Kysely',
  null: 'the null adapter',
}

/** Reports a relationship between two engines that cannot be read with only a key (JG420). */
function checkEngines(
  declared: DeclaredSideload,
  kind: SideloadKind,
  { resource, other, report }: { resource: DeclaredResource; other: DeclaredResource; report: Report },
): void {
  const both = `${quoted(resource.type.value)} uses ${ENGINE_NAMES[adapterOf(resource)]}, and ${quoted(other.type.value)} uses ${ENGINE_NAMES[adapterOf(other)]}`
  const at = declared.kind?.at ?? declared.name.at
  if (kind !== 'belongsTo' && kind !== 'hasMany' && kind !== 'hasOne') {
    report.add('JG420', at, `${both}: they cannot be connected with ${kind}`, {
      help: 'use one adapter for both, or write kind: custom',
    })
  } else if (kind !== 'belongsTo' && declared.writable?.value !== false) {
    report.add('JG420', at, `${both}: a request cannot write to both`, {
      help: `write ${declared.name.value}: { writable: false }`,
    })
  }
}
