import { callWith, memberOf, castTo } from '../cast.js'

const MARK = Symbol.for('jsonapi-gen.literalLike')

/**
 * Makes `%` and `_` literal in prefix, suffix and contains on SQLite: `new PrismaClient({ adapter:
 * literalLike(new PrismaLibSql({ url })) })`. SQLite's LIKE has no escape character unless the SQL names one, and Prisma's
 * SQL names none; this gives the LIKE of a Prisma filter the backslash, which PrismaAdapter then escapes with.
 *
 * Takes a driver adapter factory for SQLite and returns one like it. A filter of the application's own, in
 * `where: { title: { contains } }`, has to escape a backslash in its value by another from then on.
 */
export function literalLike<Factory extends object>(factory: Factory): Factory {
  return overriding(factory, {
    [MARK]: true,
    connect: async (...parameters) => connection(await callMember(factory, 'connect', parameters)),
  })
}

/** Whether a client's driver adapter is one of `literalLike`. */
export function hasLiteralLike(client: object): boolean {
  const config = memberOf(client, '_engineConfig')
  const adapter = typeof config === 'object' && config !== null ? memberOf(config, 'adapter') : undefined
  return typeof adapter === 'object' && adapter !== null && Reflect.get(adapter, MARK) === true
}

type Method = (...parameters: readonly unknown[]) => unknown

/** A connection, or a transaction of one: what runs a query escapes its LIKE. */
function connection(target: object): object {
  const escaped =
    (name: string): Method =>
    (query, ...others) =>
      callMember(target, name, [withEscape(castTo<Query>(query)), ...others])
  return overriding(target, {
    queryRaw: escaped('queryRaw'),
    executeRaw: escaped('executeRaw'),
    startTransaction: async (...parameters) =>
      connection(await callMember(target, 'startTransaction', parameters)),
  })
}

interface Query {
  readonly sql: string
}

/** The three forms that Prisma gives the LIKE of startsWith, endsWith and contains on SQLite. */
const LIKE = /\bLIKE \((?:\? \|\| '%'|'%' \|\| \?(?: \|\| '%')?)\)/g

function withEscape(query: Query): Query {
  return query.sql.includes(' LIKE (')
    ? { ...query, sql: query.sql.replaceAll(LIKE, String.raw`$& ESCAPE '\'`) }
    : query
}

/** The object, with some members of its own in place of the object's; the others are called on the object itself. */
function overriding<Target extends object>(
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

async function callMember(target: object, name: string, parameters: readonly unknown[]): Promise<object> {
  return castTo<object>(await callWith(castTo<Method>(memberOf(target, name)), target, parameters))
}
