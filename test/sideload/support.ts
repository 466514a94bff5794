interface Identifier {
  readonly type: string
  readonly id: string
}

interface Resource extends Identifier {
  readonly relationships?: Readonly<
    Record<string, { readonly data?: Identifier | readonly Identifier[] | null }>
  >
}

interface Document {
  readonly data: Resource | readonly Resource[]
  readonly included?: readonly Resource[]
}

const resourcesOf = (body: unknown): { primary: readonly Resource[]; included: readonly Resource[] } => {
  const { data, included = [] } = body as Document
  return { primary: [data].flat(), included }
}

/**
 * The ids that each record links to, by the record's id. Records without linkage are omitted. Without a type, the
 * records are the primary data. With a type, they are all records of that type in the document.
 */
export function linkage(body: unknown, relationship: string, type?: string): Record<string, unknown> {
  const { primary, included } = resourcesOf(body)
  const records = type === undefined ? primary : [...primary, ...included].filter((one) => one.type === type)
  return Object.fromEntries(
    records.flatMap(({ id, relationships }) => {
      const data = relationships?.[relationship]?.data
      if (data === undefined) return []
      return [[id, data === null ? null : 'id' in data ? Number(data.id) : data.map((one) => Number(one.id))]]
    }),
  )
}

/** The records in `included`, sorted: `teams 1`. */
export function included(body: unknown): readonly string[] {
  return resourcesOf(body)
    .included.map(({ type, id }) => `${type} ${id}`)
    .toSorted()
}

/** The ids of the primary data, in their order. */
export function ids(body: unknown): readonly number[] {
  return resourcesOf(body).primary.map(({ id }) => Number(id))
}
