import type { Report } from '../../diagnostic/report.js'
import { listed, quoted } from '../../diagnostic/words.js'
import type {
  DeclaredColumns,
  DeclaredResource,
  DeclaredSchema,
  DeclaredSideload,
} from '../../schema/declared.js'
import { keysOf } from '../../schema/check/columns.js'
import { columnOf } from '../../schema/directory.js'
import { servedActions } from '../../schema/resolve/actions.js'
import { foreignKeysOf, isColumn, type Model, openKeyColumns } from '../datamodel.js'
import { waysToFill } from './ways-to-fill.js'

/**
 * Reports the required columns that no client can fill in a resource that can be created (JG701, rule 20.27). They are
 * neither writable attributes nor keys of writable relationships, and neither the database nor the application's code
 * fills them.
 *
 * @returns those columns
 */
export function checkFillable(
  resource: DeclaredResource,
  model: Model,
  { resources, defaults }: Pick<DeclaredSchema, 'resources' | 'defaults'>,
  report: Report,
): readonly string[] {
  const served = servedActions(resource, defaults)
  const create = served.find(({ action }) => action === 'create')
  if (!create) return []
  const filled = filledColumns(resource, resources, openKeyColumns(model))
  const missing = [...neededColumns(model)].filter((name) => !filled.has(name))
  if (missing.length === 0) return []
  const others = served.map(({ action }) => action).filter((action) => action !== 'create')
  const [they, them] = missing.length === 1 ? ['it is', 'it'] : ['they are', 'them']
  report.add(
    'JG701',
    create.at,
    `Creating ${quoted(resource.type.value)} fails unless your code sets ${listed(missing.map(quoted))} of ${model.name}: ${they} required, and no client can set ${them}`,
    {
      help: `write actions: [${others.join(', ')}], or ${waysToFill(missing, resource, model)}`,
    },
  )
  return missing
}

/**
 * Notes the attributes and the id that a create may omit, although the database rejects a row without them (JG806). The
 * application's code may fill them in, which the schema cannot show.
 */
export function noteUnfilled(
  resource: DeclaredResource,
  model: Model,
  defaults: DeclaredSchema['defaults'],
  report: Report,
): void {
  const { attributes, clientIds, idAttribute, key, version } = resource
  if (!servedActions(resource, defaults).some(({ action }) => action === 'create')) return
  const needed = neededColumns(model)
  const id = idAttribute?.value ?? 'id'
  if (clientIds?.value === 'allowed' && !key && needed.has(id) && !foreignKeysOf(model).has(id)) {
    report.add(
      'JG806',
      clientIds.at,
      `A create request may omit the id, but column ${quoted(id)} of ${model.name} has no default`,
      {
        help: 'write clientIds: required, or give the column a default',
        related: [{ at: model.fields.get(id)?.at ?? model.at, message: 'the column is here' }],
      },
    )
  }
  for (const attribute of attributes.kind === 'listed' ? attributes.items : []) {
    const { name, required, writable, default: preset } = attribute
    const isLeftOut = required?.value === false && writable?.value !== false && preset === undefined
    const column = columnOf(attribute)
    if (!isLeftOut || !needed.has(column) || name.value === version?.value) continue
    report.add(
      'JG806',
      required.at,
      `A create request may omit ${quoted(name.value)}, but column ${quoted(column)} of ${model.name} has no default`,
      {
        help: 'remove required: false, or give the column a default; if your code always sets it, write writable: false',
        related: [{ at: model.fields.get(column)?.at ?? model.at, message: 'the column is here' }],
      },
    )
  }
}

/** The columns that a row must have in the database. */
export function neededColumns(model: Model): ReadonlySet<string> {
  const columns = [...model.fields.values()].filter(isColumn)
  return new Set([
    ...columns
      .filter(({ isRequired, isList, default: preset }) => isRequired && !isList && preset.kind === 'none')
      .map(({ name }) => name),
    ...model.unreadable.filter(({ isNeeded }) => isNeeded).map(({ name }) => name),
  ])
}

/** The columns that the store fills in if a create omits them. */
export function filledByStore(model: Model): readonly string[] {
  const needed = neededColumns(model)
  const columns = [...model.fields.values()].filter(isColumn).map(({ name }) => name)
  return columns.filter((name) => !needed.has(name))
}

function filledColumns(
  resource: DeclaredResource,
  resources: readonly DeclaredResource[],
  open: ReadonlySet<string>,
): ReadonlySet<string> {
  const { attributes, clientIds, idAttribute, key, sideloads, type } = resource
  const named = attributes.kind === 'listed' ? attributes.items : []
  const own = named.filter(({ writable, required }) => writable?.value !== false || required?.value === false)
  const isChosen = clientIds !== undefined && clientIds.value !== 'forbidden'
  const leadingHere = resources.flatMap((other) =>
    other.sideloads.filter((sideload) => sideload.resource?.value === type.value),
  )
  return new Set([
    ...own.map(columnOf),
    ...sideloads.filter(isFilledByCode).flatMap(keysOf),
    ...(isChosen && !key ? [idAttribute?.value ?? 'id'] : []),
    // A value that fills the column in only some records does not help create the others.
    ...[
      ...sideloads.filter(isWritable).flatMap(keysOf),
      ...leadingHere.filter(isWritable).flatMap(keysOfOthers),
    ].filter((column) => !open.has(column)),
  ])
}

function isWritable({ writable, broken }: DeclaredSideload): boolean {
  return writable?.value !== false && !broken
}

const isFilledByCode = ({ writable, required }: DeclaredSideload): boolean =>
  writable?.value === false && required?.value === false

function keysOfOthers({ kind, foreignKey }: DeclaredSideload): readonly string[] {
  const isHeldThere =
    kind?.value === 'hasMany' || kind?.value === 'hasOne' || kind?.value === 'polymorphicHasMany'
  return isHeldThere ? namesIn(foreignKey) : []
}

const namesIn = (columns: DeclaredColumns | undefined): readonly string[] =>
  (columns ?? []).map(({ value }) => value)
