import { unindexedQueries } from '../contract/unindexed.js'
import { createReport } from '../diagnostic/report.js'
import { resourceNames } from '../name/resource-names.js'
import {
  isColumn,
  isSoleKey,
  keyOf,
  oppositeOf,
  type Datamodel,
  type Model,
  type RelationField,
  type ScalarField,
} from '../prisma/datamodel.js'
import { derivedTypes, usualType } from '../prisma/derived-types.js'
import { exposuresOf, type Exposure } from '../prisma/exposure.js'
import { indexesOf } from '../prisma/indexes-of.js'
import { keyFault } from '../prisma/infer/id.js'
import { inferSchema } from '../prisma/infer/infer.js'
import { endlessRelation, fieldLikeOperator, misreadFor } from '../prisma/infer/misread.js'
import { neededColumns } from '../prisma/infer/fillable.js'
import { storeOf } from '../prisma/store-of.js'
import { wireNamesOf } from '../prisma/wire-names.js'
import { compileSchema } from '../schema/compile.js'
import { readSchema } from '../schema/read/schema.js'
import { type Engine, FIRST_GUARD, type Framework, type Imports } from '../schema/types.js'
import { createSource } from '../source/source.js'
import { yamlName } from '../yaml/key.js'
import { readYaml } from '../yaml/read-yaml.js'
import {
  deletionFilter,
  keptColumns,
  type KeptColumns,
  leadsToDecision,
  leadsToTenant,
} from './kept-columns.js'

/** The input for an initial schema. */
export interface FirstSchema {
  /** The path from the schema to the format's JSON Schema. */
  readonly format: string
  readonly framework: Framework
  readonly imports: Imports
  readonly engine: Engine
  /** The Prisma schema from which it is derived, if there is one. */
  readonly prisma:
    | {
        readonly path: string
        readonly datamodel: Datamodel
        /** The package that exports the generated Prisma Client, if it is a different package. */
        readonly client?: string | undefined
      }
    | undefined
}

/** The URLs of the OpenAPI document and of the explorer, for a comment. */
function described(framework: Framework): string {
  if (framework === 'fetch') return 'GET /openapi.json'
  const prefix = framework === 'nest' ? '/api' : ''
  return `GET ${prefix}/openapi.json; with NODE_ENV=development, a page for trying the API at GET ${prefix}/explorer`
}

/**
 * The text of an initial schema, ready for `generate`. It contains every model in the Prisma schema that can be a
 * resource, and lists everything that is exposed, because a whitelist should be reviewed before it takes effect.
 * Comments list the omissions and their reasons. Without a Prisma schema, the text is an example.
 */
export function firstSchema({ format, framework, imports, engine, prisma }: FirstSchema): string {
  const head = [
    `# yaml-language-server: $schema=${format}`,
    ...WHO_MAY,
    '',
    'generate:',
    '  output: src/api',
    `  framework: ${framework} # express | fastify | hono | nest | fetch`,
    ...(imports === 'js'
      ? []
      : [`  imports: ${imports} # js | ts | none: how imports of your own files end`]),
    ...(engine === 'kysely' ? ['  adapter: kysely'] : []),
    `  openapi: true # ${described(framework)}`,
    '',
  ]
  if (!prisma) return [...head, ...EXAMPLE, ''].join('\n')
  const { datamodel, path, client } = prisma
  const models = [...datamodel.models.values()]
  const exposed = exposableModels(datamodel)
  const types = derivedTypes(exposed.map(({ name }) => name))
  const keyed = models.filter((model) => keyFault(model) === undefined)
  const start = [
    ...head,
    'prisma: # types, nullability, ids and keys come from here',
    `  schema: ${quoted(path)}`,
    ...(client === undefined
      ? []
      : [`  client: ${quotedModule(client)} # the package that exports the Prisma Client`]),
    '',
    ...withoutIds(models),
    ...withoutModels(
      'because Prisma misreads rows with a value in the field constructor (rename it, and keep the column with @map)',
      keyed.filter(misreadFor),
    ),
    ...withoutModels(
      'because, in a condition, Prisma mistakes AND, OR or NOT for the field with that name (rename it, and keep the column with @map)',
      keyed.filter((model) => !misreadFor(model) && fieldLikeOperator(model)),
    ),
    ...withoutModels(
      "because Prisma's operations on their records never finish (rename the relation)",
      keyed.filter((model) => !misreadFor(model) && !fieldLikeOperator(model) && endlessRelation(model)),
    ),
    ...withoutModels(
      'because, on MySQL, Prisma loses the time of day in an id; the Kysely adapter does not',
      models.filter((model) => canBeResource(model) && hasTimeInId(model, datamodel)),
    ),
    'resources:',
  ]
  const resources = exposed.map((model) => resourceText(model, types, datamodel))
  const names = unindexedNames([...start, ...resources.flat(), ''].join('\n'), datamodel)
  return [
    ...start,
    ...exposed.flatMap((model, index) => {
      const without = names.get(model.name) ?? []
      const line = `    unindexed: [${without.join(', ')}] # no index covers these; if you remove a name, \`jsonapi-gen generate\` will suggest an index`
      return [...(resources[index] ?? []), ...(without.length > 0 ? [line] : [])]
    }),
    '',
  ].join('\n')
}

/** The queries in an initial schema that no index serves, by model. The reader decides which tables remain small. */
function unindexedNames(text: string, datamodel: Datamodel): ReadonlyMap<string, readonly string[]> {
  const report = createReport()
  const tree = readYaml(createSource('schema.yaml', text), report)
  const schema = tree && compileSchema(inferSchema(readSchema(tree, report), datamodel, report), report)
  if (!schema) return new Map()
  const store = storeOf(
    datamodel,
    schema.resources.flatMap(({ model }) => model ?? []),
  )
  const queries = unindexedQueries({ ...schema, store }, (model) => indexesOf(datamodel, model))
  return new Map(
    [...queries].map(([{ model = '' }, found]) => [
      model,
      [...new Set(found.map(({ name }) => yamlName(name)))],
    ]),
  )
}

/** The policies of the initial schema. */
const WHO_MAY = [
  '#',
  '# Nobody may read what this file lists until you edit mayRead in src/api/application.controller.ts. Nobody may write it.',
  '# To let everybody read, replace mayRead with true. To open an action, replace false with a guard:',
  '#   actions: { index: mayRead, show: mayRead, create: isStaff, update: isStaff, destroy: false }',
  '# isStaff is a method that you write in ApplicationController; it can also replace mayRead. Delete the test in',
  '# src/api/routes that expects the action to be closed: generate writes a new one. To decide which records a user may read and change:',
  '# https://github.com/jsonapi-gen/jsonapi-gen/blob/main/docs/policies.md',
]

/** Users who pass the guard may read, and nobody may write. */
const READ_ONLY = `    actions: { index: ${FIRST_GUARD}, show: ${FIRST_GUARD}, create: false, update: false, destroy: false }`

/** The columns that an initial schema leaves to the application, as a sentence; undefined if there are none. */
export function keptSentence(datamodel: Datamodel): string | undefined {
  const names = exposableModels(datamodel).flatMap((model) => {
    const { tenant, deletion, deciding } = keptColumns(model)
    return [...tenant, ...deletion, ...deciding].map(({ name }) => `${model.name}.${name}`)
  })
  return names.length === 0
    ? undefined
    : `omitted, because they determine who owns a record, whether it is deleted, or what a user may do: ${names.join(', ')} (see the comments in schema.yaml)`
}

/** The models without an id, grouped by the reason. */
function withoutIds(models: readonly Model[]): readonly string[] {
  const reasons = new Map<string, Model[]>()
  for (const model of models) {
    const reason = keyFault(model)
    if (reason !== undefined) reasons.set(reason, [...(reasons.get(reason) ?? []), model])
  }
  return [...reasons].flatMap(([reason, without]) => withoutModels(`because ${reason}`, without))
}

function withoutModels(why: string, models: readonly Model[]): readonly string[] {
  const names = models.map(({ name }) => name).join(', ')
  return models.length === 0 ? [] : [...commented(`Omitted, ${why}: ${names}`), '']
}

/** The models that become resources in an initial schema. */
export function exposableModels(datamodel: Datamodel): readonly Model[] {
  return [...datamodel.models.values()].filter(
    (model) => canBeResource(model) && !hasTimeInId(model, datamodel),
  )
}

/** Whether `generate` would reject a model's id (JG518). */
const hasTimeInId = (model: Model, { provider }: Datamodel): boolean =>
  provider === 'mysql' && (keyOf(model) ?? []).some(({ nativeType }) => nativeType?.[0] === 'Time')

function canBeResource(model: Model): boolean {
  return (
    keyFault(model) === undefined &&
    !misreadFor(model) &&
    !fieldLikeOperator(model) &&
    !endlessRelation(model)
  )
}

const EXAMPLE = [
  'resources:',
  '  notes: # the JSON:API type; the Prisma model is its singular, Note',
  READ_ONLY,
  '    id: integer',
  '    attributes:',
  '      title: { type: string, minLength: 1, maxLength: 200 }',
  '      text: string? # the question mark makes it nullable',
  '    filters: # only these can be used as filters',
  '      id:',
  '      title: { operators: [eq, prefix] }',
  '    stats: # stats[total]=count',
  '      total: [count]',
]

function resourceText(
  model: Model,
  types: ReadonlyMap<string, string>,
  datamodel: Datamodel,
): readonly string[] {
  const type = types.get(model.name) ?? usualType(model.name)
  const exposures = exposuresOf(model)
  const named = (exposure: Exposure): readonly string[] =>
    [...model.fields.values()]
      .filter((field) => isColumn(field) && exposures.get(field.name) === exposure)
      .map(({ name }) => name)
  const kept = keptColumns(model)
  const left = new Set(
    Object.values(kept).flatMap((fields: readonly ScalarField[]) => fields.map(({ name }) => name)),
  )
  const attributes = named('exposed').filter((name) => !left.has(name))
  const sideloads = sideloadsOf(model, types, datamodel)
  const names = wireNamesOf(model)
  const filter = Object.entries(deletionFilter(kept) ?? {})
  const unfilled = unfilledOf(model, attributes, sideloads)
  return [
    `  ${yamlName(type)}:`,
    ...(resourceNames(type).stem === model.name ? [] : [`    model: ${yamlName(model.name)}`]),
    READ_ONLY,
    ...(unfilled.length === 0 || model.isView
      ? []
      : commented(`a create request would have to set ${unfilled.join(', ')}`, '    ')),
    ...attributesText(attributes, kept),
    ...leftOut('because its name suggests a secret', named('secret')),
    ...filter.map(([name, value]) => `    # defaultFilters: { ${yamlName(name)}: ${String(value)} }`),
    ...renamedOf(model, attributes).flatMap((each) => commented(each, '    ')),
    ...leftOut(
      'because the Prisma Client cannot read it',
      model.unreadable.map(({ name }) => name),
    ),
    '    filters:',
    '      id:',
    ...(sideloads.length === 0
      ? []
      : [
          '    sideloads:',
          ...sideloads.flatMap((each) => sideloadText(each, names.get(each.name) ?? each.name)),
        ]),
    '    stats:',
    '      total: [count]',
  ]
}

function sideloadsOf(
  model: Model,
  types: ReadonlyMap<string, string>,
  datamodel: Datamodel,
): readonly RelationField[] {
  return [...model.fields.values()].filter((field): field is RelationField => {
    if (field.kind !== 'relation' || !types.has(field.model)) return false
    const back = oppositeOf(datamodel, model, field)
    return back !== undefined
  })
}

// The required columns that a create at the resource's own path would lack.
function unfilledOf(
  model: Model,
  attributes: readonly string[],
  sideloads: readonly RelationField[],
): readonly string[] {
  const keys = sideloads.filter((each) => !leadsToTenant(each)).flatMap(({ fields }) => fields)
  const isId = (name: string): boolean => {
    const field = model.fields.get(name)
    return field !== undefined && isSoleKey(field, model) && !isForeign(model, name)
  }
  return [...neededColumns(model)].filter(
    (name) => !attributes.includes(name) && !keys.includes(name) && !isId(name),
  )
}

function isForeign(model: Model, name: string): boolean {
  return [...model.fields.values()].some((field) => field.kind === 'relation' && field.fields.includes(name))
}

function renamedOf(model: Model, exposed: readonly string[]): readonly string[] {
  return [...wireNamesOf(model)].flatMap(([column, name]) =>
    column === name || !exposed.includes(column)
      ? []
      : [`${column} is ${name} in the API; to rename it: { ${name}: { column: ${column} } }`],
  )
}

function sideloadText(field: RelationField, wire: string): readonly string[] {
  const relation = wire === field.name ? [] : [`relation: ${yamlName(field.name)}`]
  const why = relation.length === 0 ? '' : ` # ${RENAMED}`
  const kept = keptRelation(field)
  if (kept === undefined) {
    return [`      ${yamlName(wire)}:${relation.length === 0 ? '' : ` { ${relation.join()} }${why}`}`]
  }
  return [
    ...commented(kept, '      '),
    `      ${yamlName(wire)}: { ${[...relation, 'writable: false'].join(', ')} }${why}`,
  ]
}

/** The reason why requests may not write a relation in an initial schema; undefined if they may. */
function keptRelation(field: RelationField): string | undefined {
  const sets = field.fields.length === 0 ? '' : `; your code sets ${field.fields.join()}`
  if (leadsToTenant(field)) {
    return `it determines who owns the record: requests cannot write it, from either side${sets}`
  }
  return leadsToDecision(field)
    ? `it determines what a user may do: requests cannot write it${sets}`
    : undefined
}

const RENAMED = 'the name of the relation is reserved or taken; choose a different one'

function leftOut(why: string, names: readonly string[]): readonly string[] {
  return names.length === 0 ? [] : commented(`omitted, ${why}: ${names.join(', ')}`, '    ')
}

/** The attributes: a list, or a map whose comments name the columns that are left to the application. */
function attributesText(
  names: readonly string[],
  { tenant, deletion, deciding }: KeptColumns,
): readonly string[] {
  if (tenant.length + deletion.length + deciding.length === 0) {
    return [`    attributes: [${names.map(yamlName).join(', ')}]`]
  }
  return [
    '    attributes:',
    ...names.map((name) => `      ${yamlName(name)}:`),
    ...leftToApplication('it determines who owns the record', tenant.map(shown)),
    ...leftToApplication('it marks deleted records', deletion.map(shown)),
    ...leftToApplication("it determines a user's role or rights", deciding.map(guarded)),
  ]
}

function leftToApplication(why: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return []
  return [...commented(`omitted, because ${why}; to show it, remove the #:`, '      '), ...lines]
}

/** A guard must decide who sees columns that grant rights. */
function guarded({ name }: ScalarField): string {
  return `      # ${yamlName(name)}: { readable: isStaff, writable: isStaff }`
}

function shown({ name, isRequired, default: preset }: ScalarField): string {
  const required = isRequired && preset.kind === 'none' ? ', required: false' : ''
  return `      # ${yamlName(name)}: { writable: false${required} }`
}

const WIDTH = 120

function commented(text: string, indent = ''): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || indent.length + last.length + word.length + 3 > WIDTH) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines.map((line) => `${indent}# ${line}`)
}

function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : JSON.stringify(path)
}

// YAML reserves an at sign at the start of a plain value.
const quotedModule = (module: string): string => (/^[\w./-]+$/.test(module) ? module : `'${module}'`)
