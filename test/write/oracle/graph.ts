import type { AttributeConfig } from '../../../runtime/src/declare/config.js'
import type { CompiledResource } from '../../../runtime/src/resource/compile.js'
import type { MemoryRow } from '../../adapter/memory/store.js'
import { equal } from '../../adapter/memory/values.js'
import type { Draw } from './draw.js'
import type { Relationship, World } from './world.js'

/** A resource object, or an entry of a linkage. */
export type Entry = Readonly<Record<string, unknown>>

/**
 * How a record is written: its stored row, if any, the relationship through which it was reached, and
 * the values that it shares with linked records.
 */
interface Written {
  readonly resource: CompiledResource
  readonly row: MemoryRow | undefined
  readonly method: 'create' | 'update' | 'destroy'
  readonly via: Relationship | undefined
  readonly shared: MemoryRow
  readonly depth: number
}

/** A record that the request contains, and may refer to again. */
interface Known {
  readonly resource: CompiledResource
  readonly name: Entry
  isOpen: boolean
}

/** The percentage of cases that the store rejects, and the percentage of malformed values. */
const WRONG = 1
const MALFORMED = 0.2

/** A request in progress: the content of `included`, and the records that the request contains. */
export class Graph {
  readonly included: Entry[] = []
  readonly #draw: Draw
  readonly #world: World
  /** Whether nested records may be written, which operations do not permit. */
  readonly #isNested: boolean
  readonly #known: Known[] = []
  readonly #used = new Set<MemoryRow>()
  readonly #texts: string[] = []
  #count = 0

  constructor(draw: Draw, world: World, { isNested }: { readonly isNested: boolean }) {
    this.#draw = draw
    this.#world = world
    this.#isNested = isNested
  }

  /** A new record of a type. */
  create(resource: CompiledResource): Entry {
    const { name, id } = this.#newName(resource)
    const shared = this.#sharedOf(resource, { ...this.#draw.of([{}, ...this.#world.rows(resource)]), ...id })
    const object = this.#object(
      { resource, row: undefined, method: 'create', via: undefined, shared, depth: 0 },
      name,
    )
    return { ...name, ...id, ...object }
  }

  /** A change of an existing record. */
  update(resource: CompiledResource): Entry {
    const row = this.#draw.of(this.#world.rows(resource))
    const name = { type: resource.type, id: this.#world.id(resource, row) }
    this.#used.add(row)
    const shared = this.#sharedOf(resource, row)
    return {
      ...name,
      ...this.#object({ resource, row, method: 'update', via: undefined, shared, depth: 0 }, name),
    }
  }

  /** The linkage for the URL of a relationship: only identifiers. */
  linkage(
    resource: CompiledResource,
    row: MemoryRow,
    relationship: Relationship,
    isMembers: boolean,
  ): unknown {
    const identifier = (): Entry | undefined => {
      const target = this.#draw.of(relationship.targets)
      const isMember = isMembers || this.#draw.percent(30)
      const from = isMember ? this.#world.members(resource, row, relationship) : this.#world.rows(target)
      return this.#existing(target, from, this.#sharedOf(resource, row))?.name
    }
    if (!relationship.many) return this.#draw.percent(20) ? null : (identifier() ?? null)
    return this.#times(4).flatMap(() => identifier() ?? [])
  }

  #times(most: number): readonly undefined[] {
    return Array.from({ length: this.#draw.below(most + 1) })
  }

  #newName(resource: CompiledResource): { readonly name: Entry; readonly id: Entry } {
    const { clientIds } = resource.config.id
    const isGiven = clientIds === 'required' || (clientIds === 'allowed' && this.#draw.percent(40))
    const number = ++this.#count
    const name = { type: resource.type, [this.#isNested ? 'temp-id' : 'lid']: `${resource.type}-${number}` }
    // The id is negative, so it differs from the store's ids, which continue from the highest id.
    return { name, id: isGiven ? { id: this.#draw.percent(WRONG) ? '1' : String(-number) } : {} }
  }

  /** The values that linked records must share with a record. */
  #sharedOf({ type }: CompiledResource, row: MemoryRow): MemoryRow {
    const { shared, owners } = this.#world.domain
    const owned = owners[type]
    if (owned !== undefined && row['id'] !== undefined) return { [owned]: Number(row['id']) }
    return Object.fromEntries(shared.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])))
  }

  /** The members of a record besides its identifier. */
  #object(written: Written, name: Entry): Entry {
    const known: Known = { resource: written.resource, name, isOpen: true }
    this.#known.push(known)
    const attributes = written.method === 'destroy' ? {} : this.#attributes(written)
    const relationships = this.#relationships(written)
    known.isOpen = false
    return {
      ...(Object.keys(attributes).length > 0 && { attributes }),
      ...(Object.keys(relationships).length > 0 && { relationships }),
    }
  }

  #attributes({ resource, row, method, shared }: Written): Entry {
    const { version } = resource.config
    const given = this.#world.attributes(resource).flatMap((attribute): [string, unknown][] => {
      const isKey = resource.primaryKey.includes(attribute.column)
      const isNeeded = method === 'create' && !attribute.type.nullable && attribute.default === undefined
      if (attribute.name === version) return []
      if (method === 'update' && isKey) return []
      const missing = attribute.required === false ? 2 * WRONG : MALFORMED
      const share = isNeeded ? 100 - missing : method === 'create' ? 60 : 40
      if (!this.#draw.percent(share)) return []
      return [[attribute.name, shared[attribute.column] ?? this.#value(resource, attribute)]]
    })
    const compared: [string, unknown][] =
      version !== undefined && row !== undefined && this.#draw.percent(50)
        ? [[version, Number(row[version]) - (this.#draw.percent(20) ? 1 : 0)]]
        : []
    return Object.fromEntries([...given, ...compared])
  }

  #value(resource: CompiledResource, attribute: AttributeConfig): unknown {
    const { type, column, format } = attribute
    const draw = this.#draw
    if (draw.percent(MALFORMED)) return draw.of([null, '', 7, true, 'x'.repeat(300)])
    const isReference =
      this.#world.tables.of(String(resource.model)).columns.some(({ name }) => name === column) &&
      column.endsWith('Id')
    if (isReference) return draw.percent(WRONG) ? 9999 : 1
    switch (type.kind) {
      case 'enum':
        return draw.of(type.values)
      case 'boolean':
        return draw.below(2) === 0
      case 'integer':
        return 100 + (draw.percent(3 * WRONG) ? draw.below(2) : ++this.#count)
      case 'bigint':
        return String(draw.below(5))
      case 'float':
        return draw.below(5) + 0.5
      case 'decimal':
        return `${draw.below(5)}.5`
      case 'datetime':
        return new Date(Date.UTC(2025, 0, 1 + ++this.#count)).toISOString()
      default:
        return this.#text(resource, column, format)
    }
  }

  /** The value is usually a string that no other record has. */
  #text(resource: CompiledResource, column: string, format: string | undefined): string {
    const draw = this.#draw
    if (draw.percent(WRONG) && this.#texts.length > 0) return draw.of(this.#texts)
    const taken = this.#world.rows(resource).map((row) => row[column])
    if (draw.percent(WRONG) && taken.length > 0) return String(draw.of(taken))
    const plain = `${resource.type}-${++this.#count}`
    const text =
      format === 'email' ? `${plain}@example.com` : format === 'uri' ? `https://example.com/${plain}` : plain
    this.#texts.push(text)
    return text
  }

  #relationships(written: Written): Entry {
    const { resource, depth, via, method } = written
    const all = this.#world.relationships(resource)
    const start = this.#draw.below(Math.max(1, all.length))
    const inOrder = [...all.slice(start), ...all.slice(0, start)]
    return Object.fromEntries(
      inOrder.flatMap((relationship): [string, unknown][] => {
        const isBack = via !== undefined && sameKey(via, relationship)
        const isRequired =
          method === 'create' &&
          !isBack &&
          relationship.own.some((column) => this.#world.isRequired(resource, column))
        const isFixed =
          method === 'update' &&
          relationship.own.length > 0 &&
          isWithin(relationship.own, resource.primaryKey)
        const share = isRequired ? 100 - WRONG : isBack || isFixed ? WRONG : ([55, 35, 20][depth] ?? 0)
        if (!this.#draw.percent(share)) return []
        const data = relationship.many ? this.#many(written, relationship) : this.#one(written, relationship)
        return data === undefined ? [] : [[relationship.sideload.name, { data }]]
      }),
    )
  }

  #one(written: Written, relationship: Relationship): Entry | null | undefined {
    const { resource, row, method } = written
    const isThere = row !== undefined
    const isNeeded =
      relationship.own.some((column) => this.#world.isRequired(resource, column)) &&
      !this.#draw.percent(5 * WRONG)
    const kinds: readonly Kind[] = !this.#isNested
      ? ['link']
      : method === 'destroy'
        ? ['destroy', 'disassociate']
        : [
            ...(['link', 'link', 'link', 'create', 'create', 'change'] as const),
            ...(isThere ? (['update'] as const) : []),
            ...(isThere && !isNeeded ? (['destroy', 'disassociate'] as const) : []),
          ]
    if (!isNeeded && method !== 'destroy' && this.#draw.percent(15)) return null
    return this.#entry(written, relationship, this.#draw.of(kinds))
  }

  #many(written: Written, relationship: Relationship): readonly Entry[] | undefined {
    const { row, method } = written
    const isThere = row !== undefined
    const draw = this.#draw
    const isHeld = this.#isHeld(relationship) && !draw.percent(5 * WRONG)
    const isSet =
      !this.#isNested ||
      (method !== 'destroy' && draw.percent(method === 'create' ? 50 : isHeld ? WRONG : 30))
    const all: readonly Kind[] =
      method === 'destroy'
        ? ['destroy', 'disassociate']
        : isSet
          ? this.#isNested
            ? ['link', 'link', 'create', 'change']
            : ['link']
          : isThere
            ? [
                'create',
                'create',
                'linkByMethod',
                'update',
                'destroy',
                'destroy',
                'disassociate',
                'disassociate',
              ]
            : ['create', 'create', 'create', 'linkByMethod']
    const isFixed = relationship.targets.every(({ primaryKey }) => isWithin(relationship.theirs, primaryKey))
    const refused: readonly Kind[] = [
      ...(isHeld ? (['disassociate'] as const) : []),
      ...(isHeld && isFixed && relationship.theirs.length > 0
        ? (['link', 'linkByMethod', 'change'] as const)
        : []),
    ]
    const left = all.filter((kind) => !refused.includes(kind))
    const kinds = left.length > 0 ? left : all
    const isBulk = draw.percent(60)
    const kind = draw.of(kinds)
    const count = isBulk ? 2 + draw.below(4) : draw.below(4)
    const entries = Array.from({ length: count }, () =>
      this.#entry(written, relationship, isBulk ? kind : draw.of(kinds), !isSet),
    )
    return entries.filter((entry) => entry !== undefined)
  }

  /** Whether the members of a relationship cannot be unlinked. */
  #isHeld({ targets, theirs }: Relationship): boolean {
    return (
      theirs.length > 0 &&
      targets.some((target) => theirs.every((column) => this.#world.isRequired(target, column)))
    )
  }

  #entry(written: Written, relationship: Relationship, kind: Kind, isByMethod = false): Entry | undefined {
    const draw = this.#draw
    const target = draw.of(relationship.targets)
    const isMember = kind === 'update' || kind === 'destroy' || kind === 'disassociate'
    const again = draw.percent(8) ? this.#again(target) : undefined
    if (again && !isMember) return isByMethod ? { ...again, method: 'update' } : again
    const isCreated = kind === 'create' || this.#world.domain.onlyCreated.includes(target.type)
    if (isCreated) {
      return this.#isNested && written.depth < 3
        ? this.#created(written, relationship, target, isByMethod)
        : undefined
    }
    const { resource, row } = written
    const from =
      isMember && row && !draw.percent(WRONG)
        ? this.#world.members(resource, row, relationship)
        : this.#world.rows(target)
    const found = this.#existing(target, from, written.shared)
    if (!found) return undefined
    const { name } = found
    const shared = this.#sharedOf(target, found.row)
    const child = { resource: target, row: found.row, via: relationship, shared, depth: written.depth + 1 }
    switch (kind) {
      case 'link':
        return name
      case 'linkByMethod':
        return { ...name, method: 'update' }
      case 'disassociate':
        return { ...name, method: 'disassociate' }
      case 'destroy': {
        const content = draw.percent(30) ? this.#object({ ...child, method: 'destroy' }, name) : {}
        if (Object.keys(content).length > 0) this.included.push({ ...name, ...content })
        return { ...name, method: 'destroy' }
      }
      case 'change':
      case 'update': {
        this.included.push({ ...name, ...this.#object({ ...child, method: 'update' }, name) })
        return kind === 'update' || isByMethod ? { ...name, method: 'update' } : name
      }
    }
  }

  #created(
    { shared, depth }: Written,
    via: Relationship,
    resource: CompiledResource,
    isByMethod: boolean,
  ): Entry {
    const { name, id } = this.#newName(resource)
    const own = this.#sharedOf(resource, { ...shared, ...id })
    const at = this.included.push({}) - 1
    const object = this.#object(
      { resource, row: undefined, method: 'create', via, shared: own, depth: depth + 1 },
      name,
    )
    this.included[at] = { ...name, ...id, ...object }
    return isByMethod ? { ...name, method: 'create' } : name
  }

  /** A record that the request already contains. */
  #again(target: CompiledResource): Entry | undefined {
    const known = this.#known.filter(
      ({ resource, isOpen }) => resource === target && (!isOpen || this.#draw.percent(5)),
    )
    return known.length === 0 ? undefined : this.#draw.of(known).name
  }

  /** An existing record that the request does not contain yet. Occasionally, the record does not exist. */
  #existing(
    resource: CompiledResource,
    from: readonly MemoryRow[],
    shared: MemoryRow,
  ): { readonly name: Entry; readonly row: MemoryRow } | undefined {
    const agrees = (row: MemoryRow): boolean =>
      Object.entries(shared).every(([name, value]) => row[name] === undefined || equal(row[name], value))
    const isFree = (row: MemoryRow): boolean =>
      !this.#used.has(row) && this.#world.rows(resource).includes(row)
    const isAny = this.#draw.percent(WRONG)
    const rows = from.filter((row) => isFree(row) && (isAny || agrees(row)))
    if (rows.length === 0) return undefined
    const row = this.#draw.of(rows)
    this.#used.add(row)
    const id = this.#draw.percent(1) ? '9999' : this.#world.id(resource, row)
    return { name: { type: resource.type, id }, row }
  }
}

const isWithin = (columns: readonly string[], key: readonly string[]): boolean =>
  columns.every((column) => key.includes(column))

/** The effect of an entry in a linkage. */
type Kind = 'create' | 'link' | 'linkByMethod' | 'change' | 'update' | 'destroy' | 'disassociate'

/** Whether two relationships use the same foreign key, possibly from different sides. */
const sameKey = (one: Relationship, other: Relationship): boolean => {
  const [key, back] = [
    one.own.length > 0 ? one.own : one.theirs,
    other.own.length > 0 ? other.own : other.theirs,
  ]
  return key.length > 0 && String(key) === String(back)
}
