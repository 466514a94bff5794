// Measures the cost of custom actions and idempotency keys, on the invoices of several organisations in SQLite.
// Compares the same write to an API with and without support for keys, a write with a key and without one, and an
// action with a PATCH that writes the same.
import { registry } from '../examples/saas/dist/api/generated/index.gen.js'
import { controllers } from '../examples/saas/dist/api/generated/routes.gen.js'
import { createApi, defineRegistry } from '../runtime/dist/index.js'
import { openSaas } from './lib/open-saas.js'
import { pair, report } from './lib/pairs.js'

const TYPE = 'application/vnd.api+json'
const OWNER = { userId: 1, organisationId: 1, role: 'owner' }
const ProjectResource = registry.get('projects')
const ProjectsController = controllers['projects']
if (!ProjectResource || !ProjectsController) throw new Error('The example has no projects.')

class Projects extends /** @type {any} */ (ProjectResource) {
  static {
    this.action(
      'rename',
      { on: 'record', input: { name: 'string' } },
      /** @param {any} record @param {any} input */
      function (record, input) {
        // @ts-expect-error The class is the resource's own.
        return this.update({ id: record.id, name: input.name })
      },
    )
  }
}
class ProjectActions extends /** @type {any} */ (ProjectsController) {
  static {
    this.jsonapi(Projects)
  }
}

const { prisma, close } = await openSaas([Projects])

/** @param {object} options */
const apiOf = (options) =>
  createApi(
    /** @type {any} */ ({
      registry: defineRegistry({ ...Object.fromEntries(registry), projects: Projects }),
      controllers: { ...controllers, projects: ProjectActions },
      ...options,
    }),
  )
const without = apiOf({})
const taking = apiOf({ idempotency: { owner: () => '1' } })
let keys = 0

/** @param {any} api @param {'POST' | 'PATCH'} method @param {string} path @param {object} body @param {Record<string, string>} [headers] */
async function write(api, method, path, body, headers = {}) {
  const init = { method, headers: { 'content-type': TYPE, ...headers }, body: JSON.stringify(body) }
  const response = await api.fetch(new Request(`http://saas.test${path}`, init), OWNER)
  const text = await response.text()
  if (!response.ok) throw new Error(text)
}

const { id } = await prisma.project.findFirstOrThrow({ where: { organisationId: 1, deletedAt: null } })
const invoice = { data: { type: 'invoices', attributes: { customer: 'A customer' } } }
const renamed = { data: { type: 'projects', id: String(id), attributes: { name: 'A name' } } }
const plain = { name: 'without', run: () => write(without, 'POST', '/invoices', invoice) }
const open = { name: 'taking', run: () => write(taking, 'POST', '/invoices', invoice) }
const keyed = {
  name: 'keyed',
  run: () => write(taking, 'POST', '/invoices', invoice, { 'idempotency-key': `k${keys++}` }),
}
const patch = { name: 'patch', run: () => write(without, 'PATCH', `/projects/${id}`, renamed) }
const action = {
  name: 'action',
  run: () => write(without, 'POST', `/projects/${id}/-actions/rename`, { meta: { name: 'A name' } }),
}
const options = { runs: 5, rounds: 31, warmUp: 3000 }
report('Keys and actions, in process, on SQLite', [
  ['a write without a key: the API takes keys | it takes none', await pair(open, plain, options)],
  ['a write with a key | without', await pair(keyed, open, options)],
  ['an action | the PATCH that writes the same', await pair(action, patch, options)],
])
await close()
