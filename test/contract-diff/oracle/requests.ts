import type { AttributeContract, RelationshipContract, ResourceContract } from 'jsonapi-gen'
import { callsOf, requiredOf } from '../../openapi/support/calls.js'
import { type DescribedOperation, operationsOf } from '../../openapi/support/described.js'
import type { Offered } from './served.js'

/** A request of the oracle. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly body?: object
}

/** The last row in each table. It is destroyed. Writes use the first rows. */
export const LAST = 4

/**
 * Requests that a contract permits: reads, then writes, then destroys. A record is destroyed before any
 * record whose deletion would delete it too.
 */
export function requestsOf({ contract, document }: Offered): readonly Asked[] {
  const operations = operationsOf(document).filter(({ path }) => path !== '/operations' && path !== '/')
  const reads = operations.filter(({ method }) => method === 'GET').flatMap(readsOf)
  const writes = Object.entries(contract.resources).flatMap(([type, resource]) => writesOf(type, resource))
  const ends = Object.keys(contract.resources)
    .toSorted((one, other) => (one < other ? 1 : -1))
    .map(endOf)
  const isThere = ({ method, path }: Asked): boolean =>
    operations.some((each) => each.method === method && matches(each.path, path))
  return [...reads, ...[...writes, ...ends].filter(isThere)]
}

const matches = (template: string, path: string): boolean =>
  new RegExp(`^${template.replace('{id}', '\\d+')}$`).test(path)

function readsOf(operation: DescribedOperation): readonly Asked[] {
  const path = operation.path.replace('{id}', '1')
  const required = requiredOf(operation).map(
    ({ name, example }) => `${encodeURIComponent(name)}=${String(example)}`,
  )
  const sizes = operation.parameters.filter(({ name }) => name === 'page[size]')
  const whole = sizes.map(({ schema }) => `page[size]=${schema.maximum}`)
  const none = sizes.flatMap(({ schema }) => (schema.minimum === 0 ? ['page[size]=0'] : []))
  return [
    { method: 'GET', path: addressOf(path, required) },
    ...[whole, none].flatMap((size) =>
      size.length > 0 ? [{ method: 'GET', path: addressOf(path, [...required, ...size]) }] : [],
    ),
    ...callsOf(operation, path).map((call) => ({ method: 'GET', path: call.path })),
  ]
}

const addressOf = (path: string, query: readonly string[]): string =>
  query.length === 0 ? path : `${path}?${query.join('&')}`

function writesOf(type: string, resource: ResourceContract): readonly Asked[] {
  const created = Object.entries(resource.attributes).filter(([, each]) => isTaken(each, 'create'))
  const changed = Object.entries(resource.attributes).filter(([, each]) => isTaken(each, 'update'))
  const related = Object.entries(resource.relationships).filter(([, each]) => each.write !== false)
  const whole = () => ({
    attributes: Object.fromEntries(created.map(([name, each]) => [name, valuesOf(name, each)[0]])),
    relationships: Object.fromEntries(
      related.flatMap(([name, each]) =>
        each.required ? [[name, { data: linkagesOf(each).find((data) => data !== null) }]] : [],
      ),
    ),
  })
  const create = (attributes: object, relationships: object): Asked => ({
    method: 'POST',
    path: `/${type}`,
    body: {
      data: {
        type,
        ...(resource.id.clientIds !== 'forbidden' && { id: String(++counted) }),
        attributes,
        relationships,
      },
    },
  })
  const least = () => {
    const { attributes, relationships } = whole()
    const needed = created
      .filter(([, { required }]) => required)
      .map(([name]) => [name, attributes[name]] as const)
    return create(Object.fromEntries(needed), relationships)
  }
  const varied = created.flatMap(([name, each]) =>
    valuesOf(name, each).map((value) => {
      const { attributes, relationships } = whole()
      return create({ ...attributes, [name]: value }, relationships)
    }),
  )
  const linked = related.flatMap(([name, each]) =>
    linkagesOf(each).map((data) => {
      const { attributes, relationships } = whole()
      return create(attributes, { ...relationships, [name]: { data } })
    }),
  )
  const update = (rest: object): Asked => ({
    method: 'PATCH',
    path: `/${type}/1`,
    body: { data: { type, id: '1', ...rest } },
  })
  return [
    least(),
    ...(resource.id.clientIds === 'allowed' ? [withoutId(least())] : []),
    ...varied,
    ...linked,
    ...changed.flatMap(([name, each]) =>
      valuesOf(name, each).map((value) => update({ attributes: { [name]: value } })),
    ),
    ...related.flatMap(([name, each]) => linkageWritesOf(type, name, each)),
    ...related.flatMap(([name, each]) =>
      linkagesOf(each).map((data) => update({ relationships: { [name]: { data } } })),
    ),
  ]
}

/** Writers and people have the same rows, so each type destroys a different row. */
const endOf = (type: string): Asked => ({
  method: 'DELETE',
  path: `/${type}/${type === 'writers' ? LAST - 1 : LAST}`,
})

/** Makes ids and most strings unique, so that unique constraints do not reject them. */
let counted = 1000

const withoutId = (asked: Asked): Asked => {
  const { data } = asked.body as { readonly data: { readonly id?: string } }
  const { id: _, ...rest } = data
  return { ...asked, body: { data: rest } }
}

const isTaken = ({ write, writeOn }: AttributeContract, on: 'create' | 'update'): boolean =>
  write !== false && (writeOn === undefined || writeOn === on)

/** Linkage to each of two records, because one of them may already be taken in a one-to-one relationship. */
function linkagesOf({ cardinality, types, takesNull }: RelationshipContract): readonly unknown[] {
  const [one, other] = ['2', '1'].map((id) => ({ type: types[0] ?? '', id }))
  if (cardinality === 'many') return [[one], []]
  return [...(takesNull ? [null] : []), one, other]
}

function linkageWritesOf(type: string, name: string, relationship: RelationshipContract): readonly Asked[] {
  const path = `/${type}/1/relationships/${name}`
  const methods = relationship.cardinality === 'many' ? ['DELETE', 'POST', 'PATCH'] : ['PATCH']
  return methods.flatMap((method) =>
    linkagesOf(relationship).map((data) => ({ method, path, body: { data } })),
  )
}

/**
 * Values that an attribute accepts: the values at its bounds, each value of an enumeration, and null if
 * permitted. The first value is never null.
 */
function valuesOf(name: string, attribute: AttributeContract): readonly unknown[] {
  return [...plainValuesOf(name, attribute), ...(attribute.nullable ? [null] : [])]
}

function plainValuesOf(name: string, attribute: AttributeContract): readonly unknown[] {
  const { type, values = [], minimum, maximum, minLength = 0, maxLength } = attribute
  switch (type) {
    case 'string': {
      if (attribute.format === 'email') return [`u${++counted}@x.example`]
      const text = (length: number): string => `${++counted}`.padEnd(length, name.slice(0, 1))
      // The shortest value may already be taken. Both servers then reject it.
      const shortest = ['', String.fromCodePoint(97 + (++counted % 26))].slice(minLength, 2)
      return [text(minLength), text(maxLength ?? 60), ...shortest]
    }
    case 'enum':
      return values
    case 'integer':
      return [minimum ?? -10, maximum ?? 5000].map(Number)
    case 'bigint':
      return ['7', 8]
    case 'decimal':
      return ['2.5']
    case 'boolean':
      return [true, false]
    case 'datetime':
      return ['2026-02-03T04:05:06.000Z']
    case 'date':
      return ['2026-02-03']
    default:
      return []
  }
}
