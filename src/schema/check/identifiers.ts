import type { Report } from '../../diagnostic/report.js'
import { quoted } from '../../diagnostic/words.js'
import type { Located } from '../../source/source.js'
import { isMemberName } from './member-names.js'
import { methodNames } from '../method-names.js'
import type {
  DeclaredAction,
  DeclaredDefaults,
  DeclaredOwnAction,
  DeclaredResource,
  DeclaredSideload,
} from '../declared.js'

// A valid name for a model or field in Prisma: letters and digits from every script.
const PRISMA_NAME = /^\p{Alphabetic}[\p{Alphabetic}\p{N}_]*$/u
const METHOD_NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u
// The names of members that every object has. If a guard had such a name, the inherited method would be called. An
// input with such a name would not compile.
const INHERITED: ReadonlySet<string> = new Set([
  'constructor',
  ...Object.getOwnPropertyNames(Object.prototype),
])

/**
 * Reports names that become code or parts of queries, but are not valid there (JG309): guards that are not method
 * names, and models, columns and, on the Prisma adapter, attributes that Prisma cannot have.
 */
export function checkIdentifiers(resource: DeclaredResource, report: Report): void {
  for (const guard of guardsOf(resource)) checkGuard(guard, report)
  for (const { name } of resource.scopes) checkScope(name, report)
  for (const action of resource.ownActions) checkOwnAction(action, report)
  for (const { builtIn, custom } of resource.stats) {
    for (const each of [...builtIn, ...custom]) checkCalculation(each, report)
  }
  if (resource.model) checkPrismaName(resource.model, 'a model', report)
  if (resource.idAttribute) checkPrismaName(resource.idAttribute, 'a column', report)
  for (const { name } of resource.key ?? []) checkPrismaName(name, 'a column', report)
  if (resource.adapter?.value === 'null') return
  for (const { name, column } of resource.attributes.kind === 'listed' ? resource.attributes.items : []) {
    if (column) checkPrismaName(column, 'a column', report)
    else if (isMemberName(name.value)) checkPrismaName(name, 'an attribute on the Prisma adapter', report)
  }
  for (const filter of resource.filters) {
    const column = filter.column ?? filter.attribute
    for (const segment of column?.value.split('.') ?? []) {
      if (column) checkPrismaName({ value: segment, at: column.at }, 'a column', report)
    }
  }
  for (const { column } of resource.stats) if (column) checkPrismaName(column, 'a column', report)
  for (const sideload of resource.sideloads) {
    for (const column of columnsOf(sideload)) checkPrismaName(column, 'a column', report)
    if (sideload.relation) checkPrismaName(sideload.relation, 'a relation', report)
  }
}

/**
 * Every context method that a resource names: the `if` of filters, and the guards of attributes, relationships and
 * actions.
 */
export function guardsOf({
  attributes,
  filters,
  sideloads,
  actions,
  ownActions,
}: DeclaredResource): readonly Located<string>[] {
  const listed = attributes.kind === 'listed' ? attributes.items : []
  return [
    ...filters.flatMap(({ guard }) => guard ?? []),
    ...[
      ...listed.flatMap(({ readable, writable, sortable }) => [readable, writable, sortable]),
      ...sideloads.flatMap(({ readable, writable }) => [readable, writable]),
    ].flatMap((guard) => (typeof guard?.value === 'string' ? [{ value: guard.value, at: guard.at }] : [])),
    ...(actions?.items ?? []).flatMap(guardOfAction),
    ...ownActions.flatMap(guardOfOwnAction),
  ]
}

/** Every context method that the defaults name. */
export function defaultGuardsOf({
  actions,
  ownActions,
  guards,
}: DeclaredDefaults): readonly Located<string>[] {
  return [
    ...[...(actions?.items ?? []), ...guards].flatMap(guardOfAction),
    ...ownActions.flatMap(guardOfOwnAction),
  ]
}

/** Reports guards and scopes in the defaults that are not method names (JG309). */
export function checkDefaultIdentifiers(defaults: DeclaredDefaults, report: Report): void {
  for (const guard of defaultGuardsOf(defaults)) checkGuard(guard, report)
  for (const { name } of defaults.scopes) checkScope(name, report)
  for (const action of defaults.ownActions) checkOwnAction(action, report)
}

/** Reports an action whose name is taken, or cannot be both a path segment and a method name (JG302, JG309). */
function checkOwnAction({ name, scope, input }: DeclaredOwnAction, report: Report): void {
  if (scope) checkScope(scope, report)
  for (const { name: member } of input) {
    if (!INHERITED.has(member.value)) continue
    report.add(
      'JG309',
      member.at,
      `${quoted(member.value)} cannot be an input: every object has a member with that name`,
      {
        help: 'choose a different name',
      },
    )
  }
  if (!ACTION_NAME.test(name.value)) {
    report.add(
      'JG309',
      name.at,
      `${quoted(name.value)} cannot be an action: it becomes the name of a method`,
      {
        help: 'the name of an action must begin with a letter, and contain only letters, digits, "_" and "-": publish, mark-read',
      },
    )
  } else if (TAKEN.has(methodNames.ownAction(name.value))) {
    report.add('JG302', name.at, `${quoted(name.value)} cannot be an action: the name is taken`, {
      help: 'resources, controllers and clients have a member with that name: choose a different name for the action',
    })
  }
}

const ACTION_NAME = /^[A-Za-z](?:[\w-]*[A-Za-z0-9])?$/

/** Names that resources, their classes, controllers or clients use for something else. */
export const TAKEN_BY_MEMBERS: readonly string[] = [
  'adapter',
  'addToRelationship',
  'associate',
  'associationNames',
  'baseScope',
  'buildScope',
  'context',
  'contextNamespace',
  'create',
  'default',
  'defaultFilters',
  'defaultPageNumber',
  'defaultPageSize',
  'defaultSort',
  'destroy',
  'disassociate',
  'each',
  'extraFields',
  'filters',
  'find',
  'index',
  'list',
  'model',
  'ownAction',
  'paginateScope',
  'pagination',
  'persistWithRelationships',
  'related',
  'relationship',
  'removeFromRelationship',
  'resolve',
  'show',
  'sideloading',
  'sortScope',
  'sorting',
  'stat',
  'stats',
  'then',
  'transaction',
  'type',
  'update',
  'updateRelationship',
  'validate',
  'validateGraph',
  'withContext',
]

const TAKEN: ReadonlySet<string> = new Set([...TAKEN_BY_MEMBERS, ...INHERITED])

const guardOfOwnAction = ({ guard }: DeclaredOwnAction): readonly Located<string>[] =>
  typeof guard?.value === 'string' ? [{ value: guard.value, at: guard.at }] : []

const guardOfAction = ({ guard, at }: DeclaredAction): readonly Located<string>[] =>
  typeof guard === 'string' ? [{ value: guard, at }] : []

function columnsOf({
  foreignKey,
  primaryKey,
  groupBy,
  through,
  groups,
}: DeclaredSideload): readonly Located<string>[] {
  const own = [
    ...(foreignKey ?? []),
    ...(primaryKey ?? []),
    groupBy,
    through?.relation,
    ...(through?.key ?? []),
  ]
  const ofGroups = groups.flatMap((group) => [group.foreignKey, group.primaryKey])
  return [...own, ...ofGroups].flatMap((column) => column ?? [])
}

/** Members of controllers that are not guards. */
export const TAKEN_BY_CONTROLLERS: readonly string[] = [
  'actionName',
  'addToRelationship',
  'address',
  'body',
  'create',
  'defaultJsonapiRenderOptions',
  'describe',
  'deserializedParams',
  'destroy',
  'index',
  'jsonapiCreate',
  'jsonapiDestroy',
  'jsonapiResource',
  'jsonapiScope',
  'jsonapiUpdate',
  'locals',
  'ownAction',
  'params',
  'query',
  'queryHash',
  'recordScope',
  'related',
  'relationship',
  'removeFromRelationship',
  'renderErrorsFor',
  'renderJsonapi',
  'renderNothing',
  'request',
  'search',
  'settings',
  'show',
  'update',
  'updateRelationship',
  'wrapContext',
]

/**
 * Words that YAML reads as text and therefore as a guard's name, each with the value that the author probably meant.
 */
const NO_GUARDS: ReadonlyMap<string, string> = new Map([
  ['true', 'write true without quotes'],
  ['yes', 'write true'],
  ['on', 'write true'],
  ['false', 'write false without quotes'],
  ['no', 'write false'],
  ['off', 'write false'],
  ['null', 'remove the key, or write true, false or the name of a method'],
])

function checkGuard(guard: Located<string>, report: Report): void {
  const meant = NO_GUARDS.get(guard.value.toLowerCase())
  if (meant !== undefined) {
    report.add('JG309', guard.at, `The text ${quoted(guard.value)} cannot be a guard`, { help: meant })
    return
  }
  if (TAKEN_BY_CONTROLLERS.includes(guard.value)) {
    report.add(
      'JG309',
      guard.at,
      `${quoted(guard.value)} cannot be a guard: controllers have a member with that name`,
      {
        help: 'choose a different name, such as isEditor',
      },
    )
    return
  }
  // In the guards' interface, `new()` would declare a constructor.
  if (METHOD_NAME.test(guard.value) && !INHERITED.has(guard.value) && guard.value !== 'new') return
  report.add(
    'JG309',
    guard.at,
    `${quoted(guard.value)} cannot be a guard: guards are methods of the context`,
    {
      help: 'the name of a guard must be a valid TypeScript method name, such as isEditor',
    },
  )
}

function checkCalculation({ value, at }: Located<string>, report: Report): void {
  if (!INHERITED.has(value)) return
  report.add(
    'JG309',
    at,
    `${quoted(value)} cannot be a calculation: every object has a member with that name`,
    {
      help: 'choose a different name',
    },
  )
}

function checkScope(name: Located<string>, report: Report): void {
  if (METHOD_NAME.test(name.value)) return
  report.add('JG309', name.at, `${quoted(name.value)} cannot be a scope: it becomes the name of a method`, {
    help: 'the name of a scope becomes part of a method: visible becomes scopeVisible',
  })
}

function checkPrismaName(name: Located<string>, what: string, report: Report): void {
  if (PRISMA_NAME.test(name.value)) return
  report.add('JG309', name.at, `${quoted(name.value)} cannot be the name of ${what}`, {
    help: 'Prisma allows a letter, followed by letters, digits and "_"',
  })
}
