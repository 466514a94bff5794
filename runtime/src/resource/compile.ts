import { storedTypeOf } from '../datamodel/stored-types.js'
import { type AdapterFacts, factsOf } from '../adapter/facts.js'
import type { Adapter } from '../adapter/adapter.js'
import type { AdapterResource } from '../adapter/adapter-resource.js'
import { declareFacts } from '../facts/declared-facts.js'
import { valuesOf } from '../adapter/rows/column-values.js'
import { castTo, memberOf } from '../base/cast.js'
import type { Coerced, Scalar } from '../vocabulary/values/coerce.js'
import { decodeKey, encodeKey, isPlainKey, type Key, type KeyValues, respelledKey } from '../value/key.js'
import { type AttributeType, parseType } from '../vocabulary/values/type.js'
import type { AttributeConfig, FilterConfig, ResourceConfig } from '../declare/config.js'
import { latestRevision } from '../declare/configured-class.js'
import { type DeprecatedParts, deprecatedParts } from './deprecated-uses.js'
import type { Resource, ResourceClass } from './operations.js'

/** A Resource class with everything derived from its configuration, computed once (rule 20.9). */
export interface CompiledResource extends AdapterResource {
  readonly resourceClass: ResourceClass
  readonly config: ResourceConfig
  /** The instance for use through sideloads. */
  readonly instance: Resource
  /** The columns of the primary key, with their types. */
  readonly key: Key
  /** The type of the id; a composite id is a string. */
  readonly idType: AttributeType
  /** Attributes by their columns. */
  readonly byColumn: ReadonlyMap<string, AttributeConfig>
  /** Filters by each of their names. */
  readonly filters: ReadonlyMap<string, FilterConfig>
  /** Its deprecated parts; undefined if there are none. */
  readonly deprecated: DeprecatedParts | undefined
  /** The adapter. Throws an Error that names the resource if none is declared. */
  adapter(): Adapter
  /** The facts about the store; none without an adapter. */
  facts(): AdapterFacts
}

/** A compiled class, and what it was compiled from. */
interface Compiled extends Pick<ResourceConfig, 'adapter' | 'revision'> {
  readonly resource: CompiledResource
  /** The latest revision of any class for which it was up to date. */
  latest: number
}

const compiled = new WeakMap<object, Compiled>()

/** Compiles a Resource class, once. */
export function compile(resourceClass: ResourceClass): CompiledResource {
  const present = compiled.get(resourceClass)
  const latest = latestRevision()
  if (present?.latest === latest) return present.resource
  const { config } = resourceClass
  const { adapter, revision } = config
  if (present && present.revision === revision && present.adapter === adapter) {
    present.latest = latest
    return present.resource
  }
  // A parent may have another adapter by now, which this class has never told its facts.
  if (adapter && config.facts) declareFacts(adapter, config.facts)
  const resource = compileConfig(resourceClass, config)
  compiled.set(resourceClass, { resource, adapter, revision, latest })
  return resource
}

/** The compiled class of a Resource instance. */
export function compiledOf(instance: Resource): CompiledResource {
  return compile(castTo<ResourceClass>(instance.constructor))
}

/** The id of a record as a string (rule 22.2). */
export function idOf({ key }: Pick<CompiledResource, 'key'>, record: object): string {
  const [only] = key
  if (only && isPlainKey(key)) return String(memberOf(record, only.name))
  return encodeKey(key, keyOfRecord({ key }, record))
}

/** The id of a record for callers in process: the value of a simple key, or else the text. */
export function idValueOf({ key }: Pick<CompiledResource, 'key'>, record: object): unknown {
  const [only] = key
  return only && isPlainKey(key) ? memberOf(record, only.name) : idOf({ key }, record)
}

/** The values of a record's primary key. */
export const keyOfRecord = ({ key }: Pick<CompiledResource, 'key'>, record: object): KeyValues =>
  valuesOf(
    record,
    key.map(({ name }) => name),
  )

/**
 * The values of the primary key for an id of a caller in process. Throws a TypeError if the text is not an id, which is
 * a mistake in the application's code.
 */
export function keyOfIdValue({ key, type }: Pick<CompiledResource, 'key' | 'type'>, id: unknown): KeyValues {
  if (isPlainKey(key)) return [id]
  const decoded = decodeKey(key, String(id))
  if (!decoded.ok) throw new TypeError(`"${String(id)}" is not a valid id of type "${type}".`)
  return decoded.value
}

/** Whether a policy of the resource limits reading. */
export function hasReadPolicy({ config }: Pick<CompiledResource, 'config'>): boolean {
  return [...config.scopes.values()].some(({ read }) => read !== undefined)
}

/** The values of the primary key for an id; undefined if the text is not an id of the resource. */
export const keyOfId = ({ key }: Pick<CompiledResource, 'key'>, id: string): Coerced<readonly Scalar[]> =>
  decodeKey(key, id)

/** A sentence on the one spelling of an id that is written in another way, for the end of an error; else empty. */
export function hintOfSpelling({ key }: Pick<CompiledResource, 'key'>, id: string): string {
  const spelled = respelledKey(key, id)
  return spelled === undefined ? '' : ` The id must be written as ${JSON.stringify(spelled)}.`
}

function compileConfig(resourceClass: ResourceClass, config: ResourceConfig): CompiledResource {
  const attributes = [...config.attributes.values()]
  const self: CompiledResource = {
    resourceClass,
    config,
    instance: new resourceClass(),
    type: config.type,
    model: config.model,
    key: storedKey(config),
    primaryKey: config.id.key.map(({ name }) => name),
    version: columnOfVersion(config),
    exact: new Set(attributes.filter(isExact).map(({ column }) => column)),
    byColumn: new Map(attributes.map((attribute) => [attribute.column, attribute])),
    idType: idTypeOfKey(config.id.key),
    filters: filtersByName(config),
    deprecated: deprecatedParts(config),
    adapter: () => {
      if (!config.adapter) {
        throw new Error(`The resource "${config.type}" has no adapter: declare one with useAdapter.`)
      }
      return config.adapter
    },
    facts: () => config.adapter?.facts(self) ?? NO_FACTS,
  }
  return self
}

function columnOfVersion({ version, attributes }: ResourceConfig): string | undefined {
  return version === undefined ? undefined : (attributes.get(version)?.column ?? version)
}

function filtersByName(config: ResourceConfig): ReadonlyMap<string, FilterConfig> {
  const filters = [...config.filters.values()]
  const aliases = filters.flatMap((filter) =>
    filter.aliases.map((alias): [string, FilterConfig] => [alias, filter]),
  )
  return new Map([...aliases, ...filters.map((filter): [string, FilterConfig] => [filter.name, filter])])
}

/** The columns of the key, each with the store's limits if these are narrower than its type. */
function storedKey({ id, adapter, type, model }: ResourceConfig): Key {
  const primaryKey = id.key.map(({ name }) => name)
  const resource = { type, model, primaryKey, version: undefined, exact: new Set<string>() }
  const facts = adapter?.facts(resource)
  return id.key.map((column) => {
    const stored = facts && storedTypeOf(facts.datamodel, String(model), column.name)
    return stored ? { ...column, takes: (value) => stored.takes(value) } : column
  })
}

/** Without an adapter, no facts are known. */
const NO_FACTS = factsOf({}, { filter: false, calculate: false, write: false, rollBack: false })

const idTypeOfKey = (key: Key): AttributeType => {
  const [only] = key
  return only && isPlainKey(key) ? only.type : parseType('string')
}

const isExact = ({ type }: AttributeConfig): boolean => type.kind === 'decimal' || type.kind === 'bigint'
