import type { Schema } from 'jsonapi-gen'

/** The parts of a resource object that tests read. */
export interface ResourceObject {
  readonly type: string
  readonly id: string
  readonly attributes?: Readonly<Record<string, unknown>>
  readonly relationships?: Readonly<Record<string, { readonly data?: Linkage }>>
}

interface Identifier {
  readonly type: string
  readonly id: string
}

type Linkage = Identifier | readonly Identifier[] | null

interface Document {
  readonly data: ResourceObject | readonly ResourceObject[]
  readonly included?: readonly ResourceObject[]
}

/** The primary data of a document. */
export function dataOf(body: unknown): readonly ResourceObject[] {
  return [(body as Document).data].flat()
}

/**
 * The faults in a document: a record that appears twice, is not linked, or has fields that differ from those in the
 * schema, and an included relationship without linkage.
 */
export function faultsOf(
  body: unknown,
  { resources }: Schema,
  includes: readonly string[] = [],
): readonly string[] {
  const data = dataOf(body)
  const { included } = body as Document
  const records = [...data, ...(included ?? [])]
  const names = records.map(nameOf)
  const linked = new Set([...data.map(nameOf), ...records.flatMap(linkedFrom)])
  const unlinked = data.flatMap((record) =>
    includes
      .filter((name) => record.relationships?.[name]?.data === undefined)
      .map((name) => `${nameOf(record)} ${name}`),
  )
  return [
    ...((included !== undefined) === includes.length > 0 ? [] : ['included']),
    ...names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${name} is there twice`),
    ...names.filter((name) => !linked.has(name)).map((name) => `nothing leads to ${name}`),
    ...unlinked.map((name) => `${name} has no linkage`),
    ...records.flatMap((record) => {
      const resource = resources.find(({ type }) => type === record.type)
      const declared = resource?.attributes.filter(({ readable }) => readable === true) ?? []
      return [
        ...differences(record, 'attributes', declared),
        ...differences(record, 'relationships', resource?.sideloads ?? []),
      ]
    }),
  ]
}

const nameOf = ({ type, id }: Identifier): string => `${type} ${id}`

function linkedFrom({ relationships = {} }: ResourceObject): readonly string[] {
  return Object.values(relationships).flatMap(({ data }) => [data ?? []].flat().map(nameOf))
}

function differences(
  record: ResourceObject,
  member: 'attributes' | 'relationships',
  declared: readonly { readonly name: string }[],
): readonly string[] {
  const has = Object.keys(record[member] ?? {}).toSorted()
  const wanted = declared.map(({ name }) => name).toSorted()
  return has.join() === wanted.join() ? [] : [`${nameOf(record)} has ${member} ${has}, not ${wanted}`]
}
