/** A path of the application, from the root of its host. */
type Path = `/${string}`

/** How users log in on the explorer page: with a header, a form or a link. */
export type ExplorerLogin<Field extends string = string> = HeaderLogin | FormLogin<Field> | LinkLogin

interface AnyLogin {
  /**
   * The path that returns the logged-in user as JSON: `{ "name": "Ada", "guards": { "isOwner": true } }`. The page then
   * shows the name, and only what these guards permit. Any status other than 200 means that nobody is logged in.
   */
  readonly viewer?: Path
}

/**
 * A login with a header that is sent with each request. The page asks for its value.
 *
 * ```ts
 * const login: HeaderLogin = { by: 'header', name: 'Authorization', example: 'Bearer …' };
 * ```
 */
export interface HeaderLogin extends AnyLogin {
  readonly by: 'header'
  readonly name: string
  /** The text that is shown in the empty input. */
  readonly example?: string
}

/**
 * A form-based login: the page posts the form as JSON to a path in the application. The response sets a cookie, and must
 * not redirect.
 *
 * ```ts
 * const login: FormLogin<'email' | 'password'> = {
 *   by: 'form',
 *   post: '/session',
 *   fields: { email: 'email', password: 'password' },
 *   logout: { method: 'DELETE', path: '/session' },
 * };
 * ```
 */
export interface FormLogin<Field extends string = string> extends AnyLogin {
  readonly by: 'form'
  readonly post: Path
  /** The inputs, by the names of their members in the body. A list contains the options of a select. */
  readonly fields: { readonly [Name in Field]: 'text' | 'email' | 'password' | readonly string[] }
  /**
   * For development: users who can be logged in with one click, each with a value for every field. Anyone who may
   * open the page receives these values, including passwords.
   */
  readonly people?: { readonly [name: string]: { readonly [Name in NoInfer<Field>]: string } }
  readonly logout?: { readonly method: 'POST' | 'DELETE'; readonly path: Path }
}

/**
 * A login on a different page, which sets a cookie. The explorer page links to it.
 *
 * ```ts
 * const login: LinkLogin = { by: 'link', href: '/auth/signin' };
 * ```
 */
export interface LinkLogin extends AnyLogin {
  readonly by: 'link'
  readonly href: Path | `https://${string}`
}

/** Returns the fault in a login; undefined if it has none. */
export function loginFault(login: unknown): string | undefined {
  if (!isObject(login)) return 'it must be an object'
  const { by, viewer, ...others } = login
  if (viewer !== undefined && !isPath(viewer)) return `"viewer" ${MUST_BE_PATH}`
  switch (by) {
    case 'header':
      return headerFault(others)
    case 'form':
      return formFault(others)
    case 'link':
      if (isPath(others['href']) || String(others['href']).startsWith('https://')) {
        return unknownIn(others, ['href'])
      }
      return `"href" ${MUST_BE_PATH}, or begin with "https://"`
    default:
      return '"by" must be "header", "form" or "link"'
  }
}

type Members = { readonly [name: string]: unknown }

function headerFault(login: Members): string | undefined {
  const { name, example = '' } = login
  if (typeof name !== 'string' || !/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
    return '"name" must be the name of a header'
  }
  return typeof example === 'string' ? unknownIn(login, ['name', 'example']) : '"example" must be a string'
}

function formFault(login: Members): string | undefined {
  const { post, fields, people = {}, logout } = login
  if (!isPath(post)) return `"post" ${MUST_BE_PATH}`
  if (!isObject(fields) || !Object.values(fields).every(isField)) {
    return '"fields" must be { name: "text" | "email" | "password" | [choices] }'
  }
  const names = Object.keys(fields)
  const isPerson = (person: unknown): boolean =>
    isObject(person) &&
    Object.keys(person).length === names.length &&
    names.every((name) => typeof person[name] === 'string')
  if (!isObject(people) || !Object.values(people).every(isPerson)) {
    return `"people" must be { name: { ${names.join(', ')} } }`
  }
  const isLogout =
    logout === undefined ||
    (isObject(logout) && ['POST', 'DELETE'].includes(String(logout['method'])) && isPath(logout['path']))
  return isLogout
    ? unknownIn(login, ['post', 'fields', 'people', 'logout'])
    : '"logout" must be { method, path }: "POST" or "DELETE", and a path'
}

const isField = (field: unknown): boolean =>
  Array.isArray(field)
    ? field.length > 0 && field.every((choice) => typeof choice === 'string')
    : ['text', 'email', 'password'].includes(String(field))

function unknownIn(login: Members, known: readonly string[]): string | undefined {
  const other = Object.keys(login).find((name) => !known.includes(name))
  return other === undefined ? undefined : `"${other}" is unknown`
}

/** A path that no browser interprets as a different host. */
const isPath = (value: unknown): boolean => typeof value === 'string' && /^\/(?![/\\])[^\s\\]*$/.test(value)

const MUST_BE_PATH = 'must be a path such as "/session"'

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
