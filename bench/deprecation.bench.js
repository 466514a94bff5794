// Measures the cost of deprecated parts, on the projects of several organisations in SQLite. Compares requests to an
// API in which parts are deprecated with the same requests to an API in which none is. Both run in one process.
import { registry } from '../examples/saas/dist/api/generated/index.gen.js'
import { controllers } from '../examples/saas/dist/api/generated/routes.gen.js'
import { createApi, defineRegistry } from '../runtime/dist/index.js'
import { openSaas } from './lib/open-saas.js'
import { pair, report } from './lib/pairs.js'

const TYPE = 'application/vnd.api+json'
const OWNER = { userId: 1, organisationId: 1, role: 'owner' }
const SINCE = { since: '2026-01-31', sunset: '2027-01-31' }
const ProjectResource = registry.get('projects')
const ProjectsController = controllers['projects']
if (!ProjectResource || !ProjectsController) throw new Error('The example has no projects.')

class Deprecating extends /** @type {any} */ (ProjectResource) {
  static {
    this.extraField('letters', { type: 'integer', value: () => 1, deprecated: SINCE })
    this.allowSort('name', { deprecated: SINCE })
    this.actions({
      index: true,
      show: true,
      create: true,
      update: true,
      destroy: { deprecated: SINCE },
    })
  }
}
class Plain extends /** @type {any} */ (ProjectResource) {
  static {
    this.extraField('letters', { type: 'integer', value: () => 1 })
    this.actions({ index: true, show: true, create: true, update: true, destroy: true })
  }
}

const { prisma, close } = await openSaas([Deprecating, Plain])

/** @param {any} Projects */
function apiOf(Projects) {
  class Controller extends /** @type {any} */ (ProjectsController) {
    static {
      this.jsonapi(Projects)
    }
  }
  return createApi(
    /** @type {any} */ ({
      registry: defineRegistry({ ...Object.fromEntries(registry), projects: Projects }),
      controllers: { ...controllers, projects: Controller },
    }),
  )
}

/** @param {any} api @param {string} method @param {string} path @param {object} [body] */
async function ask(api, method, path, body) {
  const init = body && { headers: { 'content-type': TYPE }, body: JSON.stringify(body) }
  const response = await api.fetch(new Request(`http://saas.test${path}`, { method, ...init }), OWNER)
  const text = await response.text()
  if (!response.ok) throw new Error(text)
}

const { id } = await prisma.project.findFirstOrThrow({ where: { organisationId: 1, deletedAt: null } })
const renamed = { data: { type: 'projects', id: String(id), attributes: { name: 'A name' } } }
const [deprecating, plain] = [apiOf(Deprecating), apiOf(Plain)]
const options = { runs: 5, rounds: 31, warmUp: 3000 }
let texts = 0

/** @param {string} method @param {() => string} pathOf @param {object} [body] */
const both = (method, pathOf, body) =>
  pair(
    { name: 'deprecating', run: () => ask(deprecating, method, pathOf(), body) },
    { name: 'plain', run: () => ask(plain, method, pathOf(), body) },
    options,
  )

report('Deprecated parts, in process, on SQLite: an API with them | an API without', [
  ['a list that uses none', await both('GET', () => '/projects')],
  [
    'a list that uses none, with a new query',
    await both('GET', () => `/projects?filter[name][prefix]=x${texts++}`),
  ],
  ['a PATCH that uses none', await both('PATCH', () => `/projects/${id}`, renamed)],
  ['a list by a deprecated sort', await both('GET', () => '/projects?sort=name')],
])
await close()
