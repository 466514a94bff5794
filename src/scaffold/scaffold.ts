import type { Report } from '../diagnostic/report.js'
import type { OutputFile } from '../emit/output-file.js'
import { namesOf } from '../emit/names.js'
import type { ResourceSchema, Schema } from '../schema/schema.js'
import { ACTIONS, type Engine, FIRST_GUARD, importEnd } from '../schema/types.js'
import { reportFault, TEMPLATE_OPTIONS } from './fault.js'
import { handlebars } from './handlebars.js'
import { templateOf, type TemplateName, type Templates } from './templates.js'

/**
 * The first versions of the user's own files, ordered by path: the two common bases, a class and a controller for each
 * resource, an initial test, the contract test and their helpers if tests are requested, and the framework binding. A
 * template that Handlebars rejects is reported (JG604).
 */
export function scaffold(
  schema: Schema,
  templates: Templates,
  report: Report,
  { tests = false, prefix }: ScaffoldOptions = {},
): readonly OutputFile[] {
  const render = renderer(templates, report)
  const whole = {
    end: importEnd(schema.imports),
    ...enginesOf(schema),
    client: schema.client,
    // The guard of an initial schema, which rejects everybody until it is edited.
    mayRead: schema.guards.includes(FIRST_GUARD),
    folder: schema.output ?? 'src/api',
    openapi: schema.openapi !== false,
    prefix,
    // A resource of this type would have the same path as the endpoint for atomic operations.
    operations: !schema.resources.some(({ type }) => type === 'operations'),
    defaultScopes: schema.resources.some(({ scopes }) => scopes.some(({ isShared }) => isShared)),
  }
  const files = [
    rendered('application.resource.ts', () => render('application.resource.ts', whole)),
    rendered('application.controller.ts', () => render('application.controller.ts', whole)),
    ...(tests
      ? [
          rendered('testing.ts', () => render('testing.ts', whole)),
          rendered('contract.test.ts', () => render('contract.test.ts', whole)),
        ]
      : []),
    rendered('routes/index.ts', () => render(routesIndexOf(schema), whole)),
    ...schema.resources.flatMap((resource) => {
      const view = viewOf(resource, schema)
      const { file, routesFile } = resource.names
      return [
        rendered(`${file}.resource.ts`, () => render('resource.ts', view)),
        rendered(`routes/${routesFile}.routes.ts`, () => render('routes.ts', view)),
        ...(tests
          ? [rendered(`routes/${routesFile}.routes.test.ts`, () => render('routes.test.ts', view))]
          : []),
      ]
    }),
  ]
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/** A file whose text is rendered when it is read: an existing file keeps its own text. */
function rendered(path: string, render: () => string): OutputFile {
  return {
    path,
    get text() {
      return render()
    },
  }
}

/** The exports of `db.ts` for the adapter, other than `db`, as written by `init`. */
const OPTIONS: Readonly<Record<string, string | undefined>> = {
  sqlite: 'database',
  postgresql: 'pool',
  mysql: 'pool',
}

/** The database adapters that the common base of all resources opens. The base's own adapter is called `adapter`. */
function enginesOf({ resources, adapter: own, store }: Schema) {
  const uses = (engine: Engine): boolean => resources.some(({ adapter }) => adapter === engine)
  const nameOf = (engine: Engine): string => (engine === own ? 'adapter' : `${engine}Adapter`)
  // In the modules that `init` and `create` write, the pool limits statements and waits for locks.
  const isBoundByPool = store?.provider === 'postgresql'
  return {
    prisma: uses('prisma') && { name: nameOf('prisma'), isBoundByPool },
    kysely: uses('kysely') && {
      name: nameOf('kysely'),
      option: OPTIONS[store?.provider ?? ''],
      isBoundByPool,
    },
    stored: uses(own),
  }
}

interface ScaffoldOptions {
  readonly tests?: boolean | undefined
  /** The path that precedes the API's own routes, if a framework has a route for it. */
  readonly prefix?: string | undefined
}

/** The names that the templates of one resource can use. */
interface ResourceView {
  readonly type: string
  /** The end of imported paths: `.js`, `.ts` or nothing. */
  readonly end: string
  readonly file: string
  readonly resource: string
  readonly base: string
  readonly record: string
  readonly controller: string
  /** An id that does not belong to any record. */
  readonly nobody: string
  /** Whether the base has a type parameter for its scope, as on the null adapter. */
  readonly scoped: boolean
  readonly actions: Readonly<Record<string, boolean>>
  readonly reads: Reads
}

/** The responses to reads that an initial test expects if nobody is logged in. */
interface Reads {
  /** Whether the response is a page of all records. */
  readonly page: boolean
  /** Whether the response is an error, because a filter is required. */
  readonly requiring: boolean
  /** Whether any response is possible, because a policy in the user's code decides. */
  readonly some: boolean
  /** Whether the response is an error, because the action has no path of its own. */
  readonly none: boolean
  /** Whether the response is a single record. */
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
    end: importEnd(schema.imports),
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

/** Renders templates, and reports those that Handlebars rejects (JG604). */
export function renderer(templates: Templates, report: Report): (name: TemplateName, view: object) => string {
  let engine: ReturnType<typeof handlebars> | undefined
  const compiled = new Map<TemplateName, HandlebarsTemplateDelegate<object>>()
  return (name, view) => {
    const template = templateOf(templates, name)
    try {
      engine ??= handlebars().create()
      const render = compiled.get(name) ?? engine.compile<object>(template.text, TEMPLATE_OPTIONS)
      compiled.set(name, render)
      return render(view)
    } catch (error) {
      reportFault(template, error, view, report)
      return ''
    }
  }
}
