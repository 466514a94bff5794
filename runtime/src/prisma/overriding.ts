import { callWith, castTo, memberOf } from '../cast.js'

export type Method = (...parameters: readonly unknown[]) => unknown

/** The object, with some members of its own in place of the object's; the others are called on the object itself. */
export function overriding<Target extends object>(
  target: Target,
  members: Readonly<Record<string | symbol, Method | true>>,
): Target {
  return new Proxy(target, {
    get(of, name) {
      if (Object.hasOwn(members, name)) return members[name]
      const member: unknown = Reflect.get(of, name)
      return typeof member === 'function' ? member.bind(of) : member
    },
  })
}

export async function callMember(
  target: object,
  name: string,
  parameters: readonly unknown[],
): Promise<object> {
  return castTo<object>(await callWith(castTo<Method>(memberOf(target, name)), target, parameters))
}
