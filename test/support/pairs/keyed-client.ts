import { PAIRED, pairOf } from './models.js'

type Values = Readonly<Record<string, unknown>>

/** A client that gives each new record the next number, as a store does for a single-column key. */
export interface KeyedClient<Client> {
  readonly client: Client
  /** The next number of a model. */
  next(model: string): number
  /** The values of a new record, with its key. */
  filled(model: string, values: Values): Values
}

interface Extensible {
  $extends(extension: object): unknown
}

/** Extends a client with two-column keys so that a create without a key receives one. */
export async function keyedClient<Client extends object>(client: Client): Promise<KeyedClient<Client>> {
  const last = new Map<string, number>()
  for (const model of PAIRED.keys()) {
    const delegate = Reflect.get(client, model.charAt(0).toLowerCase() + model.slice(1)) as {
      findFirst(args: object): Promise<{ number: number } | null>
    }
    last.set(model, (await delegate.findFirst({ orderBy: { number: 'desc' } }))?.number ?? 0)
  }
  const next = (model: string): number => {
    const number = (last.get(model) ?? 0) + 1
    last.set(model, number)
    return number
  }
  const filled = (model: string, data: Values): Values => {
    if (!PAIRED.has(model)) return data
    const given =
      data['idHigh'] === undefined ? undefined : Number(data['idHigh']) * 2 + Number(data['idLow'])
    const number = given ?? next(model)
    last.set(model, Math.max(number, last.get(model) ?? 0))
    return { ...data, ...pairOf('id', number), number }
  }
  interface Call {
    readonly model: string
    readonly args: { readonly data: Values | readonly Values[] }
    query(args: object): Promise<unknown>
  }
  const fill = ({ model, args, query }: Call): Promise<unknown> => {
    const { data } = args
    const isList = (values: Values | readonly Values[]): values is readonly Values[] => Array.isArray(values)
    return query({
      ...args,
      data: isList(data) ? data.map((one) => filled(model, one)) : filled(model, data),
    })
  }
  const query = { $allModels: { create: fill, createMany: fill, createManyAndReturn: fill } }
  return { client: (client as unknown as Extensible).$extends({ query }) as Client, next, filled }
}
