import type { Schema } from 'jsonapi-gen'
import type { Datamodel, Model, RelationField } from '../../../src/prisma/datamodel.js'
import { dataOf } from './document.js'
import type { Answered, Server } from './server.js'

type Resource = Schema['resources'][number]
type Attribute = Resource['attributes'][number]

/** A create, and how it was answered. */
export interface Created {
  readonly type: string
  readonly sent: Readonly<Record<string, unknown>>
  readonly answer: Answered
}

/** Creates resources over HTTP, each with what it needs, and each once. */
export interface Creator {
  /** The id of the one record of a resource; undefined where no request can create one. */
  create(type: string): Promise<string | undefined>
  readonly created: readonly Created[]
}

/** Makes bodies from a schema: every writable attribute, and every relationship that the row cannot be without. */
export function creatorOf(server: Server, schema: Schema, datamodel: Datamodel): Creator {
  const created: Created[] = []
  const ids = new Map<string, Promise<string | undefined>>()

  const create = (type: string): Promise<string | undefined> => {
    const known = ids.get(type) ?? post(type)
    ids.set(type, known)
    return known
  }

  const post = async (type: string): Promise<string | undefined> => {
    const resource = schema.resources.find((each) => each.type === type)
    const model = datamodel.models.get(resource?.model ?? '')
    if (!resource?.actions.includes('create') || !model) return undefined
    const relationships: Record<string, unknown> = {}
    for (const { name } of neededRelations(model)) {
      const sideload = resource.sideloads.find((each) => each.name === name)
      const target = sideload?.kind === 'belongsTo' ? sideload.resource : undefined
      const id = target === undefined ? undefined : await create(target)
      if (id === undefined) return undefined
      relationships[name] = { data: { type: target, id } }
    }
    const number = created.length + 1
    const writable = resource.attributes.filter((attribute) => attribute.writable === true)
    const sent = Object.fromEntries(writable.map((each) => [each.name, valueOf(each, model, number)]))
    const id = resource.clientIds === 'required' ? { id: idOf(resource, number) } : {}
    const data = { type, ...id, attributes: sent, relationships }
    const answer = await server.fetch('POST', `/${type}`, { data })
    created.push({ type, sent, answer })
    return answer.status === 201 ? dataOf(answer.body)[0]?.id : undefined
  }

  return { create, created }
}

function neededRelations(model: Model): readonly RelationField[] {
  return [...model.fields.values()].filter(
    (field): field is RelationField =>
      field.kind === 'relation' && field.fields.length > 0 && field.isRequired,
  )
}

function idOf({ id, type }: Resource, number: number): string {
  if (id === 'uuid') return uuid(number)
  return id === 'string' ? `${type}-${number}` : String(number)
}

const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** As the answer has it too. */
function valueOf({ name, type, constraints }: Attribute, model: Model, number: number): unknown {
  const one = (): unknown => {
    switch (type.base) {
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
