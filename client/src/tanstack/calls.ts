import { castTo } from '../cast.js'

type Make = (...given: readonly unknown[]) => unknown

/** A call on a client: a method of a type, or `operations`, with its arguments. */
export interface Call {
  readonly type: string
  readonly method: string
  readonly given: readonly unknown[]
  /** Makes the call, with these arguments or others. */
  readonly make: Make
}

/** Records the call that a function returns, without making it; undefined if the function does anything else. */
export function recorded<Api extends object>(api: Api, make: (api: Api) => unknown): Call | undefined {
  // The call never settles, so code that awaits it does not continue.
  const pending = new Promise<never>(() => {})
  const calls: Call[] = []
  const returned = make(
    watched(api, (call) => {
      calls.push(call)
      return pending
    }),
  )
  return returned === pending && calls.length === 1 ? calls[0] : undefined
}

/** A client that reports each call before it makes it. */
export const tracked = <Api extends object>(api: Api, report: (call: Call) => void): Api =>
  watched(api, (call) => {
    report(call)
    return call.make(...call.given)
  })

function watched<Api extends object>(api: Api, onCall: (call: Call) => unknown): Api {
  const watching =
    (type: string, method: string, make: Make): Make =>
    (...given) =>
      onCall({ type, method, given, make })
  return mapped(api, (calls, type) =>
    typeof calls === 'function'
      ? watching('', type, castTo<Make>(calls))
      : calls && mapped(castTo<object>(calls), (make, method) => watching(type, method, castTo<Make>(make))),
  )
}

/** A lazy copy: an API may have hundreds of types. A proxy of a frozen object could not change its members. */
const mapped = <Of extends object>(of: Of, change: (member: unknown, name: string) => unknown): Of =>
  castTo<Of>(
    new Proxy({}, { get: (_, name) => change(castTo<Record<PropertyKey, unknown>>(of)[name], String(name)) }),
  )
