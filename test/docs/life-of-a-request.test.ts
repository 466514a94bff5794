import { createApi, defineRegistry, Resource } from '@jsonapi-gen/runtime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ActionsController } from '../support/actions-controller.js'
import { type OpenDatabase, sqlite, type TenantsClient } from '../support/databases.js'
import { prismaAdapter } from '../support/facts.js'
import { narrowed } from '../support/scopes.js'
import { reset } from '../policies/support/world.js'
import { blocksOf } from './blocks.js'

let store: OpenDatabase<TenantsClient>
beforeAll(async () => {
  store = await sqlite.openTenants()
  await reset(store.prisma)
})
afterAll(() => store.close())

/** The steps of a request, in order. */
const happened: string[] = []
/** Repeated steps count only once, because each query that needs a scope calls it. */
const note = (what: string): true => {
  if (!happened.includes(what)) happened.push(what)
  return true
}

class Controller extends ActionsController<undefined> {
  isMember(): boolean {
    return note('guard of the action')
  }
  mayRead(): boolean {
    return note('guards of attributes and relationships')
  }
}

class Projects extends Resource {
  static {
    this.type('projects')
    this.model('Project')
    this.id('integer')
    this.attribute('name', { type: 'string', readable: 'mayRead', writable: 'mayRead' })
    this.allowFilter('word', { type: 'string' }, (scope) => note('filters of the request') && scope)
    this.actions({ index: 'isMember', update: 'isMember' })
    this.defaultFilter('archivedAt', (scope) => note('default filters') && scope)
    this.scopes({ read: 'scopeVisible', update: 'scopeOwn' })
    this.beforeCommit('update', () => void note('beforeCommit'))
    this.afterCommit('update', () => void note('afterCommit'))
  }
  scopeVisible(scope: unknown): unknown {
    note('scope read')
    return narrowed(scope, { tenantId: 1 })
  }
  scopeOwn(scope: unknown): unknown {
    note('scope update')
    return narrowed(scope, { tenantId: 1 })
  }
  override validate(): void {
    note('validate')
  }
  override validateGraph(): void {
    note('validateGraph')
  }
  override update(parameters: Readonly<Record<string, unknown>>): Promise<unknown> {
    note('update of the resource')
    return super.update(parameters)
  }
  override async resolve(scope: unknown): Promise<unknown[]> {
    note('the query')
    return super.resolve(scope)
  }
}

class ProjectsController extends Controller {
  static {
    this.jsonapi(Projects)
  }
}

async function follow(path: string, init?: RequestInit): Promise<readonly string[]> {
  happened.length = 0
  Projects.useAdapter(prismaAdapter(store.prisma))
  const api = createApi<undefined>({
    registry: defineRegistry({ projects: Projects }),
    controllers: { projects: ProjectsController },
  })
  const response = await api.fetch(new Request(`http://agency.test${path}`, init), undefined)
  expect([response.status, await response.json()]).toMatchObject([200, { data: {} }])
  return [...happened]
}

/** The text of each box in a diagram, in order. */
const boxesOf = (diagram = ''): readonly string[] =>
  [...diagram.matchAll(/\["?([^"\]]+)"?\]/g)].map(([, text = '']) => text)

test("docs/hooks.md: the diagrams show a request's steps in order", async () => {
  const [read, write] = blocksOf('docs/hooks.md', 'mermaid')
  expect(await follow('/projects?filter[word]=a')).toEqual(boxesOf(read?.text))
  const data = { type: 'projects', id: '1', attributes: { name: 'Garden' } }
  const headers = { 'content-type': 'application/vnd.api+json' }
  expect(await follow('/projects/1', { method: 'PATCH', headers, body: JSON.stringify({ data }) })).toEqual(
    boxesOf(write?.text),
  )
})

test("docs/reading.md: the blog's diagram matches docs/graph.md", () => {
  const [drawn] = blocksOf('docs/reading.md', 'mermaid')
  const [first] = blocksOf('docs/graph.md', 'mermaid')
  expect(drawn?.text).toBe(first?.text)
})
