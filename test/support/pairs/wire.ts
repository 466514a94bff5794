import type { Api, ResourceClass } from '@jsonapi-gen/runtime'

/**
 * An API that is used with numbers as ids. If the ids of its resources are pairs, `3` in a request becomes `1~1`, and
 * `1~1` in a response becomes `3`.
 */
export function wired<Asked extends Pick<Api, 'fetch'>>(
  api: Asked,
  resources: Iterable<ResourceClass>,
): Asked {
  const paired = new Set(
    [...resources]
      .filter(({ config }) => config.id.key.some(({ name }) => name === 'idHigh'))
      .map(({ config }) => config.type),
  )
  if (paired.size === 0) return api
  return {
    ...api,
    fetch: async (request: Request) => inNumbers(await api.fetch(await inPairs(request, paired))),
  }
}

async function inPairs(request: Request, paired: ReadonlySet<string>): Promise<Request> {
  const { method, headers } = request
  const { origin } = new URL(request.url)
  const path = pathInPairs(request.url.slice(origin.length), paired)
  const text = await request.text()
  return new Request(`${origin}${path}`, {
    method,
    headers,
    ...(text !== '' && { body: isJson(text) ? JSON.stringify(bodyInPairs(JSON.parse(text), paired)) : text }),
  })
}

async function inNumbers(response: Response): Promise<Response> {
  const { status, headers } = response
  const text = textInNumbers(await response.text())
  const location = headers.get('location')
  const located = new Headers(headers)
  if (location !== null) located.set('location', textInNumbers(location))
  return new Response(text === '' ? null : text, { status, headers: located })
}

const textInNumbers = (text: string): string =>
  text.replaceAll(/\b(\d+)~([01])\b/g, (_, high, low) => String(Number(high) * 2 + Number(low)))

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const idOf = (number: string): string =>
  /^\d+$/.test(number) ? `${Math.floor(Number(number) / 2)}~${Number(number) % 2}` : number

function pathInPairs(path: string, paired: ReadonlySet<string>): string {
  const [address = '', query] = path.split('?', 2)
  const [, type = '', id, ...rest] = address.split('/')
  const located = id === undefined || !paired.has(type) ? address : ['', type, idOf(id), ...rest].join('/')
  if (query === undefined) return located
  const parameters = query.split('&').map((parameter) => {
    const [, name = '', value = ''] = /^([^=]*)=(.*)$/.exec(parameter) ?? []
    if (!/^filter.*\[(?:\w+\.)*(?:id|\w+Id)\](?:\[\w+\])?$/.test(name)) return parameter
    return `${name.replace(/\[(\w+)Id\]/, '[$1.id]')}=${value.split(',').map(idOf).join()}`
  })
  return `${located}?${parameters.join('&')}`
}

/** Replaces every identifier in a document. */
function bodyInPairs(value: unknown, paired: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((one) => bodyInPairs(one, paired))
  if (typeof value !== 'object' || value === null) return value
  const type: unknown = Reflect.get(value, 'type')
  const isIdentifier = typeof type === 'string' && paired.has(type)
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      isIdentifier && name === 'id' && typeof member === 'string'
        ? idOf(member)
        : bodyInPairs(member, paired),
    ]),
  )
}
