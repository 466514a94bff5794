import Handlebars from 'handlebars'
import type { Report } from '../diagnostic/report.js'
import type { OutputFile } from '../emit/output-file.js'
import { namesOf } from '../emit/names.js'
import type { ResourceSchema, Schema } from '../schema/schema.js'
import { ACTIONS, type Engine, FIRST_GUARD } from '../schema/types.js'
import { reportFault, TEMPLATE_OPTIONS } from './fault.js'
import { templateOf, type TemplateName, type Templates } from './templates.js'

/**
 * The hand-owned files in their first version, ordered by path: the two common bases, a class and a controller for each
 * resource, a first test, that of the contract and their helpers if tests are requested, and the framework binding. A
 * template that Handlebars rejects is reported (JG604).
 */
export function scaffold(
  schema: Schema,
  templates: Templates,
  report: Report,
  { tests = false }: ScaffoldOptions = {},
): readonly OutputFile[] {
  const render = renderer(templates, report)
  const whole = {
    ...enginesOf(schema),
    client: schema.client,
    // The guard of a first schema, which rejects everybody until it is edited.
    mayRead: schema.guards.includes(FIRST_GUARD),
    folder: schema.output ?? 'src/api',
    openapi: schema.openapi !== false,
    // A resource of this type has the address of the atomic operations.
    operations: !schema.resources.some(({ type }) => type === 'operations'),
    defaultScopes: schema.resources.some(({ scopes }) => scopes.some(({ isShared }) => isShared)),
  }
  const files = [
    { path: 'application.resource.ts', text: render('application.resource.ts', whole) },
    { path: 'application.controller.ts', text: render('application.controller.ts', whole) },
    ...(tests
      ? [
          { path: 'testing.ts', text: render('testing.ts', whole) },
          { path: 'contract.test.ts', text: render('contract.test.ts', whole) },
        ]
      : []),
    { path: 'routes/index.ts', text: render(routesIndexOf(schema), whole) },
    ...schema.resources.flatMap((resource) => {
      const view = viewOf(resource, schema)
      const { file, routesFile } = resource.names
      return [
        { path: `${file}.resource.ts`, text: render('resource.ts', view) },
        { path: `routes/${routesFile}.routes.ts`, text: render('routes.ts', view) },
        ...(tests
          ? [{ path: `routes/${routesFile}.routes.test.ts`, text: render('routes.test.ts', view) }]
          : []),
      ]
    }),
  ]
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/** What `db.ts` exports for the adapter besides `db`, as `init` writes it. */
const OPTIONS: Readonly<Record<string, string | undefined>> = {
  sqlite: 'database',
  postgresql: 'pool',
  mysql: 'pool',
}

/** The adapters of the database that the common base of all resources opens: its own is called `adapter`. */
function enginesOf({ resources, adapter: own, store }: Schema) {
  const uses = (engine: Engine): boolean => resources.some(({ adapter }) => adapter === engine)
  const nameOf = (engine: Engine): string => (engine === own ? 'adapter' : `${engine}Adapter`)
  return {
    prisma: uses('prisma') && { name: nameOf('prisma') },
    kysely: uses('kysely') && { name: nameOf('kysely'), option: OPTIONS[store?.provider ?? ''] },
    stored: uses(own),
  }
}

interface ScaffoldOptions {
  readonly tests?: boolean | undefined
}

/** The names that the templates of one resource can use. */
interface ResourceView {
  readonly type: string
  readonly file: string
  readonly resource: string
  readonly base: string
  readonly record: string
  readonly controller: string
  /** An id that no record has. */
  readonly nobody: string
  /** Whether the base has a type parameter for its scope, as on the null adapter. */
  readonly scoped: boolean
  readonly actions: Readonly<Record<string, boolean>>
  readonly reads: Reads
}

/** The expected responses to reads in a first test, in which nobody is logged in. */
interface Reads {
  /** A page of all records. */
  readonly page: boolean
  /** An error, because a filter is required. */
  readonly requiring: boolean
  /** Any response, because a policy in the user's code decides. */
  readonly some: boolean
  /** No address. */
  readonly none: boolean
  /** One record. */
  readonly one: boolean
}

const NOBODY: Readonly<Record<ResourceSchema['id'], string>> = {
  integer: '0',
  bigint: '0',
  string: 'nobody',
  uuid: '00000000-0000-0000-0000-000000000000',
}

function viewOf(resource: ResourceSchema, schema: Schema): ResourceView {
  const { resource: className, base, record } = namesOf(resource, schema)
  const { file, controller } = resource.names
  const actions = Object.fromEntries(ACTIONS.map((action) => [action, resource.actions.includes(action)]))
  return {
    type: resource.type,
    file,
    resource: className,
    base,
    record,
    controller,
    nobody: NOBODY[resource.id],
    scoped: resource.adapter === 'null',
    actions,
    reads: readsOf(resource),
  }
}

function readsOf({ access, scopes, filters }: ResourceSchema): Reads {
  const isScoped = scopes.some(({ policy }) => policy === 'read')
  const [index, show] = (['index', 'show'] as const).map((name) =>
    access.find(({ action }) => action === name),
  )
  const isOpen = (one: typeof index): boolean => one?.isServed === true && one.guard === true && !isScoped
  const isRequired = filters.some(({ required }) => required)
  return {
    page: isOpen(index) && !isRequired,
    requiring: isOpen(index) && isRequired,
    some: index?.isServed === true && !isOpen(index),
    none: index?.isServed !== true,
    one: isOpen(show),
  }
}

function routesIndexOf({ framework }: Schema): TemplateName {
  return `routes-index/${framework}.ts`
}

function renderer(templates: Templates, report: Report): (name: TemplateName, view: object) => string {
  const handlebars = Handlebars.create()
  const compiled = new Map<TemplateName, HandlebarsTemplateDelegate<object>>()
  return (name, view) => {
    const template = templateOf(templates, name)
    try {
      const render = compiled.get(name) ?? handlebars.compile<object>(template.text, TEMPLATE_OPTIONS)
      compiled.set(name, render)
      return render(view)
    } catch (error) {
      reportFault(template, error, view, report)
      return ''
    }
  }
}
