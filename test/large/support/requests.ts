import type { Schema } from 'jsonapi-gen'
import type { Datamodel } from '../../../src/prisma/datamodel.js'
import type { Served } from './project.js'

type Resource = Schema['resources'][number]

/** A resource's records as Prisma reads them, with the ids at the other end of each of its relations. */
export interface Read {
  readonly type: string
  readonly model: string
  readonly idColumn: string
  readonly select: Readonly<Record<string, unknown>>
  /** The sideloads that are relations of the model, and the id column at the other end. */
  readonly relations: Readonly<Record<string, string>>
}

/** The relations that Prisma reads, for every resource with a model. */
export function readsOf({ resources }: Schema, datamodel: Datamodel): readonly Read[] {
  return resources.flatMap((resource): Read[] => {
    const model = datamodel.models.get(resource.model ?? '')
    if (!model || resource.adapter === 'null') return []
    const idColumn = resource.idAttribute ?? 'id'
    const relations = Object.fromEntries(
      resource.sideloads.flatMap(({ name }) => {
        const field = model.fields.get(name)
        const id = field?.kind === 'relation' ? datamodel.models.get(field.model)?.id?.name : undefined
        return id === undefined ? [] : [[name, id]]
      }),
    )
    const select = Object.fromEntries(
      Object.entries(relations).map(([name, id]) => [name, { select: { [id]: true } }]),
    )
    const { type, model: name = '' } = resource
    return [{ type, model: name, idColumn, relations, select: { [idColumn]: true, ...select } }]
  })
}

/** The requests for every resource: its list, one record, each sideload on its own, all sideloads, and every sort. */
export function requestsOf(
  { resources }: Pick<Schema, 'resources'>,
  ids: ReadonlyMap<string, string>,
): readonly string[] {
  return resources.flatMap((resource) => {
    const { type, sideloads, attributes } = resource
    const one = `/${type}/${encodeURIComponent(ids.get(type) ?? '')}`
    const names = sideloads.map(({ name }) => name)
    const sorts = attributes.filter(({ sortable }) => sortable === true).map(({ name }) => `-${name}`)
    return [
      `/${type}`,
      one,
      ...names.map((name) => includeOf(resource, name)),
      ...chunksOf(names).map((chunk) => `${one}?include=${chunk.join(',')}`),
      ...(sorts.length > 0 ? [`/${type}?sort=${sorts.join(',')}&page[size]=2`] : []),
    ]
  })
}

// A request can include at most 20 paths.
function chunksOf(names: readonly string[]): readonly (readonly string[])[] {
  const starts = names.flatMap((_, index) => (index % 20 === 0 ? [index] : []))
  return starts.map((start) => names.slice(start, start + 20))
}

/** The list with one sideload. */
export function includeOf({ type }: Pick<Resource, 'type'>, sideload: string): string {
  return `/${type}?include=${sideload}&page[size]=50`
}

/** The related records of each relation as Prisma reads them: `posts/1/tags` with the ordered ids. */
export function linksInTables(reads: readonly Read[], { reads: found }: Served): Links {
  return Object.fromEntries(
    reads.flatMap(({ type, idColumn, relations }, index) =>
      (found[index] ?? []).flatMap((record) =>
        Object.entries(relations).map(([name, id]) => {
          const others = [record[name] ?? []].flat() as Readonly<Record<string, unknown>>[]
          return [
            `${type}/${String(record[idColumn])}/${name}`,
            others.map((each) => String(each[id])).toSorted(),
          ]
        }),
      ),
    ),
  )
}

/** The related records as the API returns them. */
export function linksInAnswers(reads: readonly Read[], { answers }: Served): Links {
  const bodies = new Map(answers.map(({ request, body }) => [request, body as Page]))
  return Object.fromEntries(
    reads.flatMap(({ type, relations }) =>
      Object.keys(relations).flatMap((name) =>
        (bodies.get(includeOf({ type }, name))?.data ?? []).map((record) => {
          const linkage = [record.relationships?.[name]?.data ?? []].flat()
          return [`${type}/${record.id}/${name}`, linkage.map(({ id }) => id).toSorted()]
        }),
      ),
    ),
  )
}

type Links = Readonly<Record<string, readonly string[]>>

interface Page {
  readonly data?: readonly {
    readonly id: string
    readonly relationships?: Readonly<Record<string, { readonly data?: Linkage }>>
  }[]
}

type Linkage = { readonly id: string } | readonly { readonly id: string }[] | null
