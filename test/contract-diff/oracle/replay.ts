import type { Api } from '@jsonapi-gen/runtime'
import type { ToValidate, Validator } from '../../openapi/support/described.js'
import type { Asked } from './requests.js'

/** An answer, its body parsed. */
export interface Answered {
  readonly status: number
  readonly contentType: string
  readonly body: unknown
}

/** Asks an API. */
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

/** What a client of the base misses in an answer of the head: in words; undefined where it misses nothing. */
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

/** What was there and is not: a record, an attribute, linkage, a statistic. Both answers are about the same rows. */
function lackOf(asked: Asked, base: unknown, head: unknown): string | undefined {
  const [before, now] = [flat(base), flat(head)]
  // A page of one record is another one where the default order is another one, and then so is what it includes.
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

/** Each record of a document by its type and id, with the names of what is shown of it. */
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
