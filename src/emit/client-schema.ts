import type {
  Contract,
  OwnActionContract,
  ResourceContract,
  ValueContract,
} from '@jsonapi-gen/runtime/vocabulary'
import type { Who } from '../contract/who.js'
import { methodNames } from '../schema/method-names.js'
import { key, object, text, texts, type Member } from './layout/code.js'
import { layOut, LINE_END, WIDTH, type Doc } from './layout/doc.js'

/** The version of the schema that a client reads. It increases when an older client could misread a schema. */
const VERSION = 1

/** A resource, found by its JSON:API type. */
export interface TypedResource {
  readonly type: string
  readonly resource: ResourceContract
}

/**
 * The facts about the API that a client needs, as data: the kind of each attribute, and the target of each
 * relationship.
 */
export function clientSchema(resources: readonly TypedResource[], { idempotency }: Contract): string {
  // The object is always on several lines, because git reports a conflict if two branches change adjacent lines.
  const types = resources.map(
    ({ type, resource }) => `    ${key(type)}: ${layOut(typeSchema(resource), { depth: 2, before: WIDTH })},`,
  )
  const takesKeys = idempotency ? ['  idempotency: true,'] : []
  return ['{', `  version: ${VERSION},`, ...takesKeys, '  types: {', ...types, '  },', '}'].join(LINE_END)
}

/** The members that at least some clients can see, by name. */
export function readOf<Value extends { readonly read: Who }>(
  members: Readonly<Record<string, Value>>,
): (readonly [name: string, value: Value])[] {
  return Object.entries(members).filter(([, { read }]) => read !== false)
}

function typeSchema(resource: ResourceContract): Doc {
  const { attributes, extraFields, relationships, ownActions = {}, page } = resource
  const actions = Object.entries(ownActions).map(([name, action]) => actionSchema(name, action))
  const extra = Object.entries(extraFields).map(([name, value]) => kindOf(name, value))
  const led = readOf(relationships).map(([name, { types, cardinality, nullable }]) => ({
    key: name,
    value: object([
      { key: 'types', value: texts(types) },
      { key: 'many', value: String(cardinality === 'many') },
      ...(nullable ? [{ key: 'nullable', value: 'true' }] : []),
    ]),
  }))
  return object([
    { key: 'attributes', value: object(readOf(attributes).map(([name, value]) => kindOf(name, value))) },
    ...(extra.length === 0 ? [] : [{ key: 'extraFields', value: object(extra) }]),
    { key: 'relationships', value: object(led) },
    ...(actions.length === 0 ? [] : [{ key: 'actions', value: object(actions) }]),
    ...(page.cursors ? [] : [{ key: 'cursors', value: 'false' }]),
  ])
}

/** The facts about an action, keyed by the name of its call. */
function actionSchema(name: string, { on, output, transaction }: OwnActionContract): Member {
  const call = methodNames.ownAction(name)
  return {
    key: call,
    value: object([
      { key: 'on', value: text(on) },
      ...(call === name ? [] : [{ key: 'name', value: text(name) }]),
      ...(output ? [{ key: 'output', value: text(output.type) }] : []),
      ...(output?.list ? [{ key: 'many', value: 'true' }] : []),
      ...(output?.nullable ? [{ key: 'nullable', value: 'true' }] : []),
      ...(transaction === undefined ? [] : [{ key: 'transaction', value: 'false' }]),
    ]),
  }
}

/** The kind of an attribute: with `[]` for a list, `|null` if it may be null, and `?` if a guard may hide it. */
function kindOf(
  name: string,
  { type, list, nullable, read = true }: ValueContract & { readonly read?: Who },
): Member {
  const kind = text(`${type}${list ? '[]' : ''}${nullable ? '|null' : ''}${read === true ? '' : '?'}`)
  // TypeScript would confuse the member with Object's method, and infer `string` for the kind.
  return { key: name, value: name in Object.prototype ? [kind, ' as const'] : kind }
}
