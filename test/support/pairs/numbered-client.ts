import { type Adapter, declaredFacts } from '@jsonapi-gen/runtime/adapter'
import { inNumbers, PAIRED, pairOf } from './models.js'

type Values = Readonly<Record<string, unknown>>
type Operation = (args?: Values) => Promise<unknown>

/** The store of a client with two-column keys, and the numbers for new records. */
interface Paired {
  readonly client: object
  next(model: string): number
}

/**
 * A client of a store with pairs as keys, which is used like a client with one-column keys: `where: { id: 3 }` finds
 * the record with the pair 1, 1. Tests use it to inspect what was written. Resources never receive it.
 */
export function numberedClient<Client extends object>(
  client: object,
  next: (model: string) => number,
): Client {
  const of = { client, next }
  const view = new Proxy(client, {
    get(_, name) {
      if (name === '$transaction') {
        return async (work: unknown, ...options: unknown[]) =>
          typeof work === 'function'
            ? Reflect.get(client, '$transaction').call(
                client,
                (inner: object) => work(numberedClient(inner, next)),
                ...options,
              )
            : inTurn(work as readonly Promise<unknown>[])
      }
      const model = modelOf(String(name))
      const member: unknown = Reflect.get(client, name)
      if (model === undefined) return typeof member === 'function' ? member.bind(client) : member
      return new Proxy(member as object, {
        get: (delegate, operation) => numbered(of, model, Reflect.get(delegate, operation)),
      })
    },
  }) as Client
  BEHIND.set(view, client)
  return view
}

/** The client that resources use: the client itself, or the client that a view with numbers wraps. */
export const clientBehind = <Client extends object>(client: Client): Client =>
  (BEHIND.get(client) as Client | undefined) ?? client

const BEHIND = new WeakMap<object, object>()

/** Whether the keys of a client's store are pairs. */
export const hasPairs = (client: object): boolean => Reflect.get(client, 'postTag') !== undefined

/** Whether the keys of an adapter's store are pairs, on either engine. */
export const keepsPairs = (adapter: Adapter): boolean =>
  declaredFacts(adapter).some(({ models }) => models['PostTag'] !== undefined)

const modelOf = (name: string): string | undefined =>
  [...PAIRED.keys()].find((model) => model.toLowerCase() === name.toLowerCase())

const numbered =
  (of: Paired, model: string, operation: Operation): Operation =>
  (args = {}) =>
    lazily(async () => resultOf(model, await operation(argsOf(of, model, args))))

/**
 * A promise that starts only when it is awaited, like a Prisma Client's, so that a list of such promises runs in order.
 */
function lazily(run: () => Promise<unknown>): Promise<unknown> {
  let begun: Promise<unknown> | undefined
  const begin = (): Promise<unknown> => (begun ??= run())
  return {
    // oxlint-disable-next-line unicorn/no-thenable -- This is a promise.
    then: (resolved, rejected) => begin().then(resolved, rejected),
    catch: (rejected) => begin().catch(rejected),
    finally: (last) => begin().finally(last),
    [Symbol.toStringTag]: 'Promise',
  }
}

async function inTurn(work: readonly Promise<unknown>[]): Promise<unknown[]> {
  const results: unknown[] = []
  for (const one of work) results.push(await one)
  return results
}

function argsOf(of: Paired, model: string, args: Values): Values {
  return mapped(args, (name, value) => {
    switch (name) {
      case 'where':
        return { where: whereOf(model, value as Values) }
      case 'data':
        return {
          data: Array.isArray(value)
            ? value.map((one) => dataOf(of, model, one, true))
            : dataOf(of, model, value as Values),
        }
      case 'orderBy':
        return {
          orderBy: [value]
            .flat()
            .map((order) =>
              mapped(order as Values, (key, direction) => ({ [key === 'id' ? 'number' : key]: direction })),
            ),
        }
      case 'include':
      case 'select':
        return { [name]: selectOf(of, model, value as Values) }
      default:
        return { [name]: value }
    }
  })
}

function whereOf(model: string, where: Values): Values {
  const { relations, joined } = paired(model)
  return mapped(where, (name, value) => {
    if (name === 'AND' || name === 'OR' || name === 'NOT') {
      return { [name]: [value].flat().map((one) => whereOf(model, one as Values)) }
    }
    if (name === 'id') return { number: value }
    const column = columnOf(model, name)
    if (column !== undefined && typeof value === 'number') return pairOf(column, value)
    if (column !== undefined && value === null) return pairOf(column, null)
    if (column !== undefined) {
      const isSet = typeof value === 'object' && value !== null && 'not' in value && value.not === null
      return isSet ? { [`${column}High`]: value } : { [column]: { number: value } }
    }
    const target = relations[name]
    if (target === undefined || value === null) return { [name]: value }
    const join = joined[name]
    return {
      [name]: mapped(value as Values, (quantifier, condition) => {
        const of = whereOf(target, condition as Values)
        return { [quantifier]: join === undefined ? of : { [join]: of } }
      }),
    }
  })
}

function dataOf(of: Paired, model: string, data: Values, isNew = false): Values {
  const { relations, joined } = paired(model)
  const key = data['id'] ?? (isNew ? of.next(model) : undefined)
  return {
    ...(typeof key === 'number' && { ...pairOf('id', key), number: key }),
    ...mapped(data, (name, value) => {
      if (name === 'id') return {}
      const column = columnOf(model, name)
      if (column !== undefined) return pairOf(column, value as number | null)
      const target = relations[name]
      if (target === undefined) return { [name]: value }
      return { [name]: nestedOf(of, target, value as Values, joined[name]) }
    }),
  }
}

/** A write to related records. */
function nestedOf(of: Paired, target: string, write: Values, join: string | undefined): Values {
  return mapped(write, (verb, value) => {
    const list = [value].flat() as readonly Values[]
    if (join === undefined) {
      const each = (one: Values): Values =>
        verb === 'create' ? dataOf(of, target, one, true) : whereOf(target, one)
      return { [verb]: Array.isArray(value) ? list.map(each) : each(value as Values) }
    }
    if (verb === 'disconnect') return { deleteMany: list.map((one) => ({ [join]: whereOf(target, one) })) }
    const created = list.map((one) => ({
      [join]:
        verb === 'create' ? { create: dataOf(of, target, one, true) } : { connect: whereOf(target, one) },
    }))
    return { ...(verb === 'set' && { deleteMany: {} }), create: created }
  })
}

function selectOf(of: Paired, model: string, select: Values): Values {
  const { relations, joined } = paired(model)
  return mapped(select, (name, value) => {
    if (name === 'id') return { idHigh: true, idLow: true }
    const column = columnOf(model, name)
    if (column !== undefined) return { [`${column}High`]: true, [`${column}Low`]: true }
    const target = relations[name]
    if (target === undefined) return { [name]: value }
    const join = joined[name]
    const args = value === true ? {} : argsOf(of, target, value as Values)
    if (join === undefined) return { [name]: value === true ? true : args }
    const { where, orderBy, ...rest } = args
    const ordered = orderBy as readonly Values[] | undefined
    return {
      [name]: {
        select: { [join]: Object.keys(rest).length === 0 ? true : rest },
        ...(where !== undefined && { where: { [join]: where } }),
        ...(ordered && { orderBy: ordered.map((order) => ({ [join]: order })) }),
      },
    }
  })
}

function resultOf(model: string, result: unknown): unknown {
  if (Array.isArray(result)) return result.map((row) => resultOf(model, row))
  if (typeof result !== 'object' || result === null) return result
  const { relations, joined } = paired(model)
  return mapped(inNumbers(result as Values), (name, value) => {
    const target = relations[name]
    const join = joined[name]
    if (target === undefined) return { [name]: value }
    const records = join === undefined ? value : (value as readonly Values[]).map((row) => row[join])
    return { [name]: resultOf(target, records) }
  })
}

function paired(model: string) {
  const found = PAIRED.get(model)
  if (!found) throw new Error(`"${model}" is not keyed by pairs.`)
  return found
}

const columnOf = (model: string, name: string): string | undefined =>
  paired(model).belongsTo.find((column) => name === `${column}Id`)

const mapped = (values: Values, change: (name: string, value: unknown) => Values): Record<string, unknown> =>
  Object.assign({}, ...Object.entries(values).map(([name, value]) => change(name, value)))
