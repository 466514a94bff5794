import type { Api } from '@jsonapi-gen/runtime'
import type { ToValidate, Validator } from '../../openapi/support/described.js'
import type { Asked } from './requests.js'

/** A response with its parsed body. */
export interface Answered {
  readonly status: number
  readonly contentType: string
  readonly body: unknown
}

/** Sends a request to an API. */
export async function ask(api: Pick<Api, 'fetch'>, { method, path, body }: Asked): Promise<Answered> {
  const headers = body ? { 'content-type': 'application/vnd.api+json' } : {}
  const response = await api.fetch(
    new Request(`http://oracle.test${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    }),
  )
  const text = await response.text()
  return {
    status: response.status,
    contentType: response.headers.get('content-type') ?? '',
    body: text === '' ? undefined : JSON.parse(text),
  }
}

/**
 * Describes what a client of the base would miss in the head's response; undefined if nothing is missing.
 */
export function missedIn(
  asked: Asked,
  base: Answered,
  head: Answered,
  validate: Validator,
): string | undefined {
  if (base.status >= 400) return undefined
  const [path = ''] = asked.path.split('?')
  if (head.status >= 400) return `${head.status} ${JSON.stringify(head.body).slice(0, 300)}`
  const answer: ToValidate = { method: asked.method, path, ...head }
  return validate(answer) ?? (asked.method === 'GET' ? lackOf(asked, base.body, head.body) : undefined)
}

/** Describes a record, attribute, linkage or statistic that has disappeared. Both responses are about the same rows. */
function lackOf(asked: Asked, base: unknown, head: unknown): string | undefined {
  const [before, now] = [flat(base), flat(head)]
  // A different default order puts a different record on a page of one, with different included records.
  const isCut = /page%5Bsize%5D=1(?:&|$)/.test(asked.path) && [...before.keys()][0] !== [...now.keys()][0]
  if (isCut) return undefined
  for (const [key, record] of before) {
    const other = now.get(key)
    if (!other) return `${key} is not there`
    for (const member of record) if (!other.has(member)) return `${key} has no ${member}`
  }
  return undefined
}

interface Shown {
  readonly type: string
  readonly id: string
  readonly attributes?: object
  readonly relationships?: Readonly<Record<string, { readonly data?: unknown }>>
}

/** The records in a document by type and id, each with the names of the attributes and linked records that it shows. */
function flat(body: unknown): ReadonlyMap<string, ReadonlySet<string>> {
  const { data, included = [] } = (body ?? {}) as {
    readonly data?: Shown | readonly Shown[] | null
    readonly included?: readonly Shown[]
  }
  const records = [
    ...(Array.isArray(data) ? (data as readonly Shown[]) : data ? [data as Shown] : []),
    ...included,
  ]
  return new Map(
    records.map(({ type, id, attributes = {}, relationships = {} }) => [
      `${type} ${id}`,
      new Set([
        ...Object.keys(attributes),
        ...Object.entries(relationships).flatMap(([name, { data: linkage }]) =>
          linkage === undefined ? [name] : [name, `linkage of ${name}`],
        ),
      ]),
    ]),
  )
}
