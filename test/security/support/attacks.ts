/** A type under attack, with the attributes that a client would like to write, and its relationships. */
export interface Target {
  readonly attributes: Readonly<Record<string, unknown>>
  readonly relationships: Readonly<Record<string, { readonly type: string; readonly many: boolean }>>
}

export type Targets = Readonly<Record<string, Target>>

/** A hostile request. */
export interface Attack {
  readonly method: string
  readonly path: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

/** The response to an attack. */
export interface Answered {
  readonly attack: string
  readonly status: number
  readonly text: string
}

/**
 * Every way to write the records `1` and `2` of each type: through their URLs, nested, through links, in operations,
 * and with method overrides.
 */
export function writesOf(targets: Targets): readonly Attack[] {
  return Object.keys(targets).flatMap((type) => [
    ...ofRecord(type, targets),
    ...ofLinks(type, targets),
    ...ofNested(type, targets),
    ...ofOperations(type, targets),
  ])
}

/** Sends attacks one after another. */
export async function sendAll(url: string, attacks: readonly Attack[]): Promise<readonly Answered[]> {
  const answers: Answered[] = []
  for (const { method, path, body, headers } of attacks) {
    const type = path === '/operations' ? `${JSONAPI};ext="https://jsonapi.org/ext/atomic"` : JSONAPI
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { accept: type, ...(body && { 'content-type': type }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    const attack = [method, path, ...Object.values(headers ?? {}), JSON.stringify(body) ?? '']
      .join(' ')
      .trim()
    answers.push({ attack, status: response.status, text: await response.text() })
  }
  return answers
}

const JSONAPI = 'application/vnd.api+json'

const record = (type: string, { [type]: target }: Targets, id?: string): object => ({
  type,
  ...(id !== undefined && { id }),
  attributes: target?.attributes ?? {},
})

function ofRecord(type: string, targets: Targets): readonly Attack[] {
  const created = { data: record(type, targets) }
  const changed = { data: record(type, targets, '1') }
  return [
    { method: 'POST', path: `/${type}`, body: created },
    { method: 'POST', path: `/${type}?include=`, body: created },
    { method: 'PATCH', path: `/${type}/1`, body: changed },
    { method: 'PUT', path: `/${type}/1`, body: changed },
    { method: 'DELETE', path: `/${type}/1` },
    { method: 'DELETE', path: `/${type}` },
    ...['PATCH', 'PUT', 'DELETE'].flatMap((method): Attack[] => [
      { method: 'POST', path: `/${type}/1`, body: changed, headers: { 'x-http-method-override': method } },
      { method: 'POST', path: `/${type}/1?_method=${method}`, body: changed },
    ]),
  ]
}

function ofLinks(type: string, targets: Targets): readonly Attack[] {
  return relationshipsOf(type, targets).flatMap(([name, other, many]) => {
    const path = `/${type}/1/relationships/${name}`
    const link = { type: other, id: '2' }
    return [
      { method: 'PATCH', path, body: { data: many ? [link] : link } },
      { method: 'PATCH', path, body: { data: many ? [] : null } },
      { method: 'POST', path, body: { data: [link] } },
      { method: 'DELETE', path, body: { data: [{ type: other, id: '1' }] } },
      { method: 'POST', path: `/${type}/1/${name}`, body: { data: record(other, targets) } },
      { method: 'PATCH', path: `/${type}/1/${name}`, body: { data: record(other, targets, '1') } },
      { method: 'DELETE', path: `/${type}/1/${name}` },
    ]
  })
}

const METHODS = ['update', 'destroy', 'disassociate'] as const

function ofNested(type: string, targets: Targets): readonly Attack[] {
  return relationshipsOf(type, targets).flatMap(([name, other, many]) => {
    const created = { type: other, 'temp-id': 'a', method: 'create' }
    const attributes = targets[other]?.attributes ?? {}
    const nested = (named: object, included: object): readonly Attack[] =>
      [undefined, '1'].map((id) => ({
        method: id === undefined ? 'POST' : 'PATCH',
        path: id === undefined ? `/${type}` : `/${type}/${id}`,
        body: {
          data: {
            ...record(type, targets, id),
            relationships: { [name]: { data: many ? [named] : named } },
          },
          included: [included],
        },
      }))
    return [
      ...nested(created, { type: other, 'temp-id': 'a', attributes }),
      ...METHODS.flatMap((method) =>
        nested({ type: other, id: '2', method }, { type: other, id: '2', attributes }),
      ),
      ...nested({ type: other, id: '2' }, { type: other, id: '2', attributes }),
    ]
  })
}

function ofOperations(type: string, targets: Targets): readonly Attack[] {
  const operation = (...operations: object[]): Attack => ({
    method: 'POST',
    path: '/operations',
    body: { 'atomic:operations': operations },
  })
  return [
    operation({ op: 'add', data: record(type, targets) }),
    operation({ op: 'add', href: `/${type}`, data: record(type, targets) }),
    operation({ op: 'update', data: record(type, targets, '1') }),
    operation({ op: 'update', ref: { type, id: '2' }, data: record(type, targets, '2') }),
    operation({ op: 'remove', ref: { type, id: '1' } }),
    operation({ op: 'remove', href: `/${type}/1` }),
    ...relationshipsOf(type, targets).flatMap(([name, other, many]) => {
      const ref = { type, id: '1', relationship: name }
      const link = { type: other, id: '2' }
      return [
        operation({ op: 'update', ref, data: many ? [link] : link }),
        operation({ op: 'update', ref, data: many ? [] : null }),
        ...(many
          ? [operation({ op: 'add', ref, data: [link] }), operation({ op: 'remove', ref, data: [link] })]
          : []),
      ]
    }),
  ]
}

const relationshipsOf = (type: string, { [type]: target }: Targets): readonly [string, string, boolean][] =>
  Object.entries(target?.relationships ?? {}).map(([name, { type: other, many }]) => [name, other, many])
