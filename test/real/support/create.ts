import type { Schema } from 'jsonapi-gen'
import {
  type Datamodel,
  isColumn,
  type Model,
  type RelationField,
  type ScalarField,
} from '../../../src/prisma/datamodel.js'
import { dataOf } from './document.js'
import type { Rows } from './rows.js'
import type { Answered, Server } from './server.js'

type Resource = Schema['resources'][number]
type Attribute = Resource['attributes'][number]

/** A create request and its response. */
export interface Created {
  readonly type: string
  readonly sent: Readonly<Record<string, unknown>>
  readonly answer: Answered
}

/**
 * Creates records, each after the records that it requires. A POST creates a record if the schema permits it.
 * Otherwise, for example for a record with a secret, a row is inserted as the application would.
 */
export interface Creator {
  /** The id of a resource's single record, or undefined if none can exist, as `impossible` explains. */
  create(type: string): Promise<string | undefined>
  readonly created: readonly Created[]
  /** The resources that a request should be able to create but cannot, with the reason. */
  readonly impossible: ReadonlyMap<string, string>
}

/** The data that creating records requires. */
interface Ground {
  readonly server: Server
  readonly rows: Rows
  readonly schema: Schema
  readonly datamodel: Datamodel
}

/** Builds bodies from a schema, with every writable attribute and every relationship that the row requires. */
export function creatorOf({ server, rows, schema, datamodel }: Ground): Creator {
  const created: Created[] = []
  const impossible = new Map<string, string>()
  const ids = new Map<string, string | undefined>()
  const rowsOfModels = new Set<string>()

  /** Creates a record of a type once. `above` contains the types that wait for the record. */
  const create = async (type: string, above: readonly string[] = []): Promise<string | undefined> => {
    if (!ids.has(type)) ids.set(type, await made(type, above))
    return ids.get(type)
  }

  const made = async (type: string, above: readonly string[]): Promise<string | undefined> => {
    const resource = schema.resources.find((each) => each.type === type)
    const model = datamodel.models.get(resource?.model ?? '')
    if (!resource || !model || model.isView) return undefined
    const waiting = [...above, type]
    if (above.includes(type)) {
      impossible.set(type, `its key is needed for its own: ${waiting.join(' needs ')}`)
      return undefined
    }
    if (resource.actions.includes('create')) return post(resource, model, waiting)
    // If Prisma cannot write a required column, even the application cannot create the row.
    if (model.unreadable.some(({ isNeeded: isMissing }) => isMissing)) return undefined
    await insert(model, waiting)
    const { body } = await server.fetch('GET', `/${type}?page[size]=1`)
    return dataOf(body)[0]?.id
  }

  /** The type of the record that a required relation refers to. */
  const targetOf = (resource: Resource | undefined, { name, model }: RelationField): string | undefined => {
    const sideload = resource && sideloadOf(resource, name)
    if (sideload?.kind === 'belongsTo') return sideload.resource
    return schema.resources.find((each) => each.model === model)?.type
  }

  /** Inserts a row as the application would, after the rows that it refers to. */
  const insert = async (model: Model, waiting: readonly string[]): Promise<void> => {
    if (rowsOfModels.has(model.name)) return
    rowsOfModels.add(model.name)
    const own = schema.resources.find((each) => each.model === model.name)
    const row: Record<string, unknown> = {}
    for (const relation of neededRelations(model)) {
      const target = targetOf(own, relation)
      const other = datamodel.models.get(relation.model)
      if (!other) continue
      if (target === undefined) await insert(other, waiting)
      else await create(target, waiting)
      const referred = await rows.first(other)
      relation.fields.forEach((field, index) => {
        row[field] = referred?.[relation.references[index] ?? '']
      })
    }
    const number = created.length + 1
    for (const field of model.fields.values()) {
      if (!isColumn(field) || field.name in row || !isNeeded(field)) continue
      row[field.name] = rowValue(field, datamodel, number)
    }
    await rows.create(model, row)
  }

  const post = async (
    resource: Resource,
    model: Model,
    waiting: readonly string[],
  ): Promise<string | undefined> => {
    const { type } = resource
    const relationships: Record<string, unknown> = {}
    for (const relation of neededRelations(model)) {
      const target = targetOf(resource, relation)
      const id = target === undefined ? undefined : await create(target, waiting)
      if (id === undefined) {
        impossible.set(type, `there is no record for its "${relation.name}"`)
        return undefined
      }
      const name = sideloadOf(resource, relation.name)?.name ?? relation.name
      relationships[name] = { data: { type: target, id } }
    }
    const number = created.length + 1
    const writable = resource.attributes.filter((attribute) => attribute.writable === true)
    // Prisma 7.10 does not convert a row's bytes, decimals and dates if its column "constructor" has a value.
    const isTrap = ({ name, type: of }: Attribute): boolean => name === 'constructor' && of.nullable
    const sent = Object.fromEntries(
      writable.map((each) => [each.name, isTrap(each) ? null : valueOf(each, model, number)]),
    )
    const id = resource.clientIds === 'required' ? { id: idOf(resource, number) } : {}
    const data = { type, ...id, attributes: sent, relationships }
    const answer = await server.fetch('POST', `/${type}`, { data })
    created.push({ type, sent, answer })
    return answer.status === 201 ? dataOf(answer.body)[0]?.id : undefined
  }

  return { create, created, impossible }
}

/** The sideload of a relation, which may have a different name in the API. */
function sideloadOf({ sideloads }: Resource, relation: string): Resource['sideloads'][number] | undefined {
  return sideloads.find((each) => (('stored' in each ? each.stored : undefined) ?? each.name) === relation)
}

/** Whether a row requires a value from the application. */
const isNeeded = ({ isRequired, isList, default: filled }: ScalarField): boolean =>
  isRequired && !isList && filled.kind === 'none'

/** The value as the Prisma Client expects it. */
function rowValue({ type, name, nativeType }: ScalarField, { enums }: Datamodel, number: number): unknown {
  if (nativeType?.[0] === 'Uuid') return uuid(number)
  switch (type) {
    case 'Int':
      return number
    case 'BigInt':
      return BigInt(number)
    case 'Float':
    case 'Decimal':
      return number + 0.5
    case 'Boolean':
      return true
    case 'DateTime':
      return new Date('2026-03-01T10:30:00Z')
    case 'Json':
      return { of: name }
    case 'Bytes':
      return new Uint8Array([number % 256])
    default:
      return enums.get(type)?.[0] ?? `${name}-${number}`
  }
}

function neededRelations(model: Model): readonly RelationField[] {
  return [...model.fields.values()].filter(
    (field): field is RelationField =>
      field.kind === 'relation' &&
      field.fields.length > 0 &&
      // An optional relation may have a required column.
      (field.isRequired || field.fields.some((name) => model.fields.get(name)?.isRequired)),
  )
}

function idOf({ id, type }: Resource, number: number): string {
  if (id === 'uuid') return uuid(number)
  return id === 'string' ? `${type}-${number}` : String(number)
}

const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** The value as it also appears in the response. */
function valueOf({ name, type, constraints }: Attribute, model: Model, number: number): unknown {
  const one = (): unknown => {
    switch (type.kind) {
      case 'string': {
        const longest = constraints.find((each) => each.name === 'maxLength')?.value
        return `${name}-${number}`.slice(-Number(longest ?? 100))
      }
      case 'enum':
        return type.values[number % type.values.length]
      case 'integer':
        return number
      case 'bigint':
        return String(2n ** 53n + BigInt(number))
      case 'float':
        return number + 0.5
      case 'decimal':
        return `${number}.5`
      case 'boolean':
        return number % 2 === 0
      case 'date':
        return '2026-03-01'
      case 'datetime': {
        const field = model.fields.get(name)
        const isTime = field?.kind === 'scalar' && field.nativeType?.[0] === 'Time'
        return isTime ? '1970-01-01T10:30:00.000Z' : '2026-03-01T10:30:00.000Z'
      }
      case 'uuid':
        return uuid(number)
      case 'json':
        return { of: name }
      case 'bytes':
        return Buffer.from([number % 256, 255]).toString('base64')
    }
  }
  return type.list ? [one()] : one()
}
