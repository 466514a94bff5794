import type {
  ActionSchema,
  AttributeSchema,
  DefaultFilterSchema,
  FilterSchema,
  KeyColumnSchema,
  OwnActionSchema,
  OwnOutputSchema,
  PageSchema,
  ResourceSchema,
  ScopeSchema,
  StatSchema,
  WhitelistSchema,
} from '../schema/schema.js'
import { isOrderable } from '../schema/capabilities.js'
import { ACTIONS, type AdapterName, type Engine, type ValueType } from '../schema/types.js'
import { array, call, literal, object, text, texts, type Member } from './layout/code.js'
import { layOut, type Doc } from './layout/doc.js'
import { deprecatedMember, deprecationText } from './deprecated-member.js'
import type { OwnTypes } from './own-types.js'
import { sideloadDeclaration } from './sideload-declaration.js'

/** The name of a resource's adapter; undefined for the adapter of the common base. */
export function ownAdapter(adapter: AdapterName, engine: Engine): string | undefined {
  if (adapter === 'null') return 'NullAdapter'
  return adapter === engine ? undefined : `${adapter}Adapter`
}

/** The context of the declarations: the base's name, the application's own types, and the common base's adapter. */
export interface Declaring {
  readonly base: string
  readonly ownTypes: OwnTypes
  readonly engine: Engine
}

/**
 * The statements in the static block of a resource's base class, one for each declaration, in schema order (rule 20.6).
 */
export function emitDeclarations(
  resource: ResourceSchema,
  { base, ownTypes, engine }: Declaring,
): readonly string[] {
  const calls = [
    declare('type', [text(resource.type)]),
    ...adapterDeclaration(resource, engine),
    ...(resource.model === undefined ? [] : [declare('model', [text(resource.model)])]),
    ...(resource.adapter === 'null' ? [] : [declare('facts', ['store'])]),
    ...(resource.deprecated ? [hugging('deprecated', [deprecationText(resource.deprecated)])] : []),
    idDeclaration(resource),
    ...(resource.version === undefined ? [] : [declare('version', [text(resource.version)])]),
    ...(resource.readBack === undefined ? [] : [declare('readBack', [String(resource.readBack)])]),
    ...resource.attributes.map((each) => attributeDeclaration(each, ownTypes.schemaOf(each))),
    ...resource.filters.map(filterDeclaration),
    ...resource.defaultFilters.map(defaultFilterDeclaration),
    ...statDeclarations(resource.stats),
    ...resource.extraFields.map(({ name, type, method, isTogether, deprecated }) =>
      hugging('extraField', [
        text(name),
        object([
          ...typeMembers(type),
          { key: isTogether ? 'values' : 'value', value: text(method) },
          ...deprecatedMember(deprecated),
        ]),
      ]),
    ),
    ...(resource.sort === 'custom' ? [declare('sort', [text('sortScope')])] : []),
    ...(resource.paginate === 'custom' ? [declare('paginate', [text('paginateScope')])] : []),
    ...sortDeclarations(resource),
    ...sortDeclaration(resource),
    ...pageDeclarations(resource.page),
    ...(resource.cache === undefined ? [] : [declare('cache', [text(resource.cache)])]),
    ...resource.sideloads.map(sideloadDeclaration),
    ...(resource.whitelist === undefined ? [] : [whitelistDeclaration(resource.whitelist)]),
    ...actionDeclarations(resource),
    ...resource.ownActions.map((action) => ownActionDeclaration(action, resource)),
    ...scopeDeclarations(
      'scopes',
      resource.scopes.filter(({ isDefault }) => !isDefault),
      base,
    ),
    ...scopeDeclarations(
      'defaultScopes',
      resource.scopes.filter(({ isDefault }) => isDefault),
      base,
    ),
  ]
  return calls.map((each) => layOut([each, ';'], { depth: 2 }))
}

function ownActionDeclaration(
  { name, on, input, output, guard, scope, transaction, method, deprecated }: OwnActionSchema,
  { type }: ResourceSchema,
): Doc {
  const spelled = spelledOutput(output)
  const members: readonly Member[] = [
    { key: 'on', value: text(on) },
    ...(input.length === 0 ? [] : [{ key: 'input', value: object(input.map(inputMember)) }]),
    ...(spelled === (on === 'record' ? type : 'meta') ? [] : [{ key: 'output', value: text(spelled) }]),
    ...(guard === true ? [] : [{ key: 'guard', value: literal(guard) }]),
    ...(scope === undefined ? [] : [{ key: 'scope', value: text(scope.method) }]),
    ...(transaction ? [] : [{ key: 'transaction', value: 'false' }]),
    ...deprecatedMember(deprecated),
  ]
  return declare('action', [text(name), object(members), text(method)])
}

/** An output in the notation of the schema: `posts`, `posts?`, `posts[]` or `meta`. */
function spelledOutput(output: OwnOutputSchema): string {
  switch (output.kind) {
    case 'meta':
      return 'meta'
    case 'list':
      return `${output.type}[]`
    case 'record':
      return `${output.type}${output.nullable ? '?' : ''}`
  }
}

function inputMember({ name, column: _column, type, sortable: _sortable, ...rest }: AttributeSchema): Member {
  const more = optionMembers({ ...rest, sortable: true }, true)
  const isShort = more.length === 0 && type.kind !== 'enum'
  return { key: name, value: isShort ? text(shortType(type)) : object([...typeMembers(type), ...more]) }
}

/** A declaration with short arguments. */
export function declare(name: string, parameters: readonly Doc[]): Doc {
  return call(`this.${name}`, parameters, false)
}

/** A declaration whose last argument is an object or a list, and whose other arguments are neither. */
export function hugging(name: string, parameters: readonly Doc[]): Doc {
  return call(`this.${name}`, parameters, true)
}

/** The members that specify a type inside an options object. */
export function typeMembers(type: ValueType): readonly Member[] {
  if (type.kind !== 'enum') return [{ key: 'type', value: text(shortType(type)) }]
  return [
    { key: 'enum', value: texts(type.values) },
    ...(type.list ? [{ key: 'list', value: 'true' }] : []),
    ...(type.nullable ? [{ key: 'nullable', value: 'true' }] : []),
  ]
}

function shortType({ kind, list, nullable }: ValueType): string {
  return `${kind}${list ? '[]' : ''}${nullable ? '?' : ''}`
}

/** If a resource's adapter differs from the common base's, the resource names its adapter. */
function adapterDeclaration({ adapter }: ResourceSchema, engine: Engine): readonly Doc[] {
  const own = ownAdapter(adapter, engine)
  return own === undefined ? [] : [declare('useAdapter', [own])]
}

function idDeclaration({ id, idAttribute, idLength, clientIds, key }: ResourceSchema): Doc {
  if (key) return hugging('id', [object(key.map(keyMember))])
  const members: readonly Member[] = [
    ...(clientIds === 'forbidden' ? [] : [{ key: 'clientIds', value: text(clientIds) }]),
    ...(idAttribute === undefined ? [] : [{ key: 'column', value: text(idAttribute) }]),
    ...Object.entries(idLength ?? {}).map(([key, value]) => ({ key, value: String(value) })),
  ]
  return members.length === 0 ? declare('id', [text(id)]) : hugging('id', [text(id), object(members)])
}

const keyMember = ({ name, type }: KeyColumnSchema): Member => ({
  key: name,
  value: type.kind === 'enum' ? object([{ key: 'enum', value: texts(type.values) }]) : text(type.kind),
})

function attributeDeclaration(
  { name, column, type, ...rest }: AttributeSchema,
  schema: string | undefined,
): Doc {
  const more = [
    ...(column === name ? [] : [{ key: 'column', value: text(column) }]),
    ...optionMembers(rest, isOrderable(type)),
    ...(schema === undefined ? [] : [{ key: 'schema', value: schema }]),
  ]
  if (more.length === 0 && type.kind !== 'enum') {
    return declare('attribute', [text(name), text(shortType(type))])
  }
  return hugging('attribute', [text(name), object([...typeMembers(type), ...more])])
}

function optionMembers(
  attribute: Omit<AttributeSchema, 'name' | 'column' | 'type'>,
  usuallySortable: boolean,
): readonly Member[] {
  const { constraints, default: preset, required, readable, writable, sortable, deprecated } = attribute
  return [
    ...constraints.map(({ name, value }) => ({ key: name, value: literal(value) })),
    ...(preset === undefined ? [] : [{ key: 'default', value: literal(preset) }]),
    ...(required === undefined ? [] : [{ key: 'required', value: String(required) }]),
    ...(readable === true ? [] : [{ key: 'readable', value: literal(readable) }]),
    ...(writable === true ? [] : [{ key: 'writable', value: literal(writable) }]),
    ...(sortable === usuallySortable ? [] : [{ key: 'sortable', value: literal(sortable) }]),
    ...deprecatedMember(deprecated),
  ]
}

function filterDeclaration(filter: FilterSchema): Doc {
  const { name, type, statesType, aliases, operators, column, guard, required, method, deprecated } = filter
  const members: readonly Member[] = [
    ...(statesType ? typeMembers(type) : []),
    ...(aliases.length === 0 ? [] : [{ key: 'aliases', value: texts(aliases) }]),
    ...(operators === undefined ? [] : [{ key: 'operators', value: texts(operators) }]),
    ...(column === undefined ? [] : [{ key: 'column', value: text(column) }]),
    ...(guard === undefined ? [] : [{ key: 'if', value: text(guard) }]),
    ...(required ? [{ key: 'required', value: 'true' }] : []),
    ...deprecatedMember(deprecated),
  ]
  if (method !== undefined) return declare('allowFilter', [text(name), object(members), text(method)])
  return members.length === 0
    ? declare('allowFilter', [text(name)])
    : hugging('allowFilter', [text(name), object(members)])
}

function defaultFilterDeclaration({ name, apply }: DefaultFilterSchema): Doc {
  if (apply.kind === 'custom') return declare('defaultFilter', [text(name), text(apply.method)])
  const members = apply.conditions.map(({ operator, value }) => ({ key: operator, value: literal(value) }))
  const { type } = apply
  return type === undefined
    ? hugging('defaultFilter', [text(name), object(members)])
    : declare('defaultFilter', [text(name), object(members), object(typeMembers(type))])
}

/** One declaration for all stats that have only built-in calculations, and one for each stat with a method. */
function statDeclarations(stats: readonly StatSchema[]): readonly Doc[] {
  const builtIn = stats.filter(({ custom }) => custom.length === 0)
  return [
    ...(builtIn.length === 0 ? [] : [hugging('allowStat', [object(builtIn.map(statMember))])]),
    ...stats.filter(({ custom }) => custom.length > 0).map(customStat),
  ]
}

function statMember({ name, column, builtIn, deprecated }: StatSchema): Member {
  // TypeScript would confuse the member with Object's method, and infer `string[]` for the calculations.
  const plain = name in Object.prototype ? [texts(builtIn), ' as const'] : texts(builtIn)
  if (column === undefined && !deprecated) return { key: name, value: plain }
  const calculations = builtIn.length === 0 ? [] : [{ key: 'calculations', value: texts(builtIn) }]
  const columns = column === undefined ? [] : [{ key: 'column', value: text(column) }]
  return { key: name, value: object([...columns, ...calculations, ...deprecatedMember(deprecated)]) }
}

function customStat(stat: StatSchema): Doc {
  const { name, column, builtIn, custom, deprecated } = stat
  const methods = object(custom.map(({ calculation, method }) => ({ key: calculation, value: text(method) })))
  const isPlain = builtIn.length === 0 && column === undefined && !deprecated
  return isPlain
    ? hugging('allowStat', [text(name), methods])
    : declare('allowStat', [object([statMember(stat)]), methods])
}

/** A sort through a relationship, or one that is deprecated. */
function sortDeclarations({ sorts, deprecatedSorts }: ResourceSchema): readonly Doc[] {
  const known = new Map(deprecatedSorts.map(({ name, deprecated }) => [name, deprecated]))
  return [...new Set([...sorts, ...known.keys()])].map((path) => {
    const options = deprecatedMember(known.get(path))
    return options.length === 0
      ? declare('allowSort', [text(path)])
      : hugging('allowSort', [text(path), object(options)])
  })
}

function sortDeclaration({ defaultSort }: ResourceSchema): readonly Doc[] {
  if (defaultSort === undefined) return []
  const keys = defaultSort.map(({ attribute, direction }) =>
    object([{ key: attribute, value: text(direction) }]),
  )
  return [hugging('defaultSort', [array(keys)])]
}

function pageDeclarations({ number, size, max, style }: PageSchema): readonly Doc[] {
  return [
    ...(number === undefined ? [] : [declare('defaultPageNumber', [String(number)])]),
    ...(size === undefined ? [] : [declare('defaultPageSize', [String(size)])]),
    ...(max === undefined ? [] : [declare('maxPageSize', [String(max)])]),
    ...(style === undefined ? [] : [declare('pageStyle', [text(style)])]),
  ]
}

function actionDeclarations({ actions, access }: ResourceSchema): readonly Doc[] {
  if (access.every(({ guard, deprecated }) => guard === true && !deprecated)) {
    return actions.length === ACTIONS.length ? [] : [declare('actions', actions.map(text))]
  }
  const elsewhere = access.filter(
    ({ isServed, guard, deprecated }) => !isServed && (typeof guard === 'string' || deprecated),
  )
  const said = guardsOf(access.filter(({ isServed, guard }) => isServed || guard === false))
  return [
    elsewhere.length === 0 ? hugging('actions', [said]) : declare('actions', [said, guardsOf(elsewhere)]),
  ]
}

function guardsOf(actions: readonly ActionSchema[]): Doc {
  return object(
    actions.map(({ action, guard, deprecated }) => ({
      key: action,
      value: deprecated
        ? object([
            ...(guard === true ? [] : [{ key: 'guard', value: literal(guard) }]),
            ...deprecatedMember(deprecated),
          ])
        : literal(guard),
    })),
  )
}

// A method of ApplicationResource is declared once, in the index, and not by each resource (rule 14.14).
function scopeDeclarations(
  name: 'scopes' | 'defaultScopes',
  scopes: readonly ScopeSchema[],
  base: string,
): readonly Doc[] {
  if (scopes.length === 0) return []
  const members = scopes.map(({ policy, method }) => ({ key: policy, value: text(method) }))
  const shared = scopes.some(({ isShared }) => isShared) ? `<${base}, keyof DefaultScopes>` : ''
  return [hugging(`${name}${shared}`, [object(members)])]
}

// A whitelist for all actions applies to the actions without their own entry.
function whitelistDeclaration(whitelist: WhitelistSchema): Doc {
  const actions =
    whitelist.kind === 'every' ? [{ action: 'default', paths: whitelist.paths }] : whitelist.actions
  return hugging('sideloadWhitelist', [
    object(actions.map(({ action, paths }) => ({ key: action, value: texts(paths) }))),
  ])
}
