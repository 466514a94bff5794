import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesOf } from '../../create/src/files.js'
import { PROJECT } from '../create/support/shop.js'
import type { Started } from '../create/support/project.js'
import { replaced, replaceIn, sent, tutorialSteps, type Step } from '../create/support/tutorial.js'
import { write } from '../docs/guide-project.js'
import { type Answered, type Attack, sendAll, type Targets, writesOf } from './support/attacks.js'
import { Project } from './support/project.js'

/** The rows that `create` inserts. */
const ROWS = `
INSERT INTO "Category" ("name") VALUES ('Books'), ('Tools');
INSERT INTO "Product" ("name", "price", "stock", "categoryId") VALUES
  ('A short history of tea', 18.5, 12, 1), ('Knots and how to tie them', 24, 3, 1), ('Folding rule', 9.9, 40, 2);
`
const TABLES = ['Category', 'Product', 'Order', 'Line']

const many = (type: string) => ({ type, many: true })
const one = (type: string) => ({ type, many: false })

const CATALOGUE: Targets = {
  categories: { attributes: { name: 'Stolen' }, relationships: { products: many('products') } },
  products: { attributes: { name: 'Gift', price: '0' }, relationships: { category: one('categories') } },
}

/** Each relationship with both of its sides, including sides that the schema omits. */
const SHOP: Targets = {
  categories: { attributes: { name: 'Stolen' }, relationships: { products: many('products') } },
  products: {
    attributes: { name: 'Gift', price: '0' },
    relationships: { category: one('categories'), lines: many('lines') },
  },
  orders: { attributes: { customer: 'Eve' }, relationships: { lines: many('lines') } },
  lines: { attributes: { quantity: 99 }, relationships: { order: one('orders'), product: one('products') } },
}

const order = (line: object, included: object = {}, attributes: object = {}): object => ({
  data: {
    type: 'orders',
    attributes: { customer: 'Eve', ...attributes },
    relationships: { lines: { data: [line] } },
  },
  included: [included],
})
const newLine = { type: 'lines', 'temp-id': 'a', method: 'create' }
const line = (relationships: object, attributes: object = { quantity: 1 }): object => ({
  type: 'lines',
  'temp-id': 'a',
  attributes,
  relationships,
})
const add = (data: object): Attack => ({
  method: 'POST',
  path: '/operations',
  body: { 'atomic:operations': [{ op: 'add', data }] },
})

/** Requests that an attacker could try with an order of their own. */
const TRICKS: readonly Attack[] = [
  // A line of someone else's order: link and show it, change it, move it, or destroy it.
  ...[undefined, 'update', 'destroy', 'disassociate'].flatMap((method): Attack[] => {
    const named = { type: 'lines', id: '1', ...(method !== undefined && { method }) }
    const body = order(named, { type: 'lines', id: '1', attributes: { quantity: 99 } })
    const plain = {
      data: { type: 'orders', attributes: { customer: 'Eve' }, relationships: { lines: { data: [named] } } },
    }
    return [
      { method: 'POST', path: '/orders?include=lines', body },
      { method: 'POST', path: '/orders?include=lines.product', body: plain },
    ]
  }),
  // Change a product through the attacker's own line.
  ...['update', 'destroy', 'disassociate'].map((method): Attack => {
    const product = { type: 'products', id: '1', method }
    const body = order(newLine, line({ product: { data: product } })) as { included: object[] }
    const changed = { type: 'products', id: '1', attributes: { price: '0' } }
    return { method: 'POST', path: '/orders', body: { ...body, included: [...body.included, changed] } }
  }),
  ...['update', 'create', 'destroy'].map((method): Attack => {
    const category =
      method === 'create'
        ? { type: 'categories', 'temp-id': 'c', method }
        : { type: 'categories', id: '1', method }
    const { method: _, ...named } = category
    const body = order(newLine, line({ product: { data: { type: 'products', id: '1' } } })) as {
      included: object[]
    }
    const product = { type: 'products', id: '1', relationships: { category: { data: category } } }
    return {
      method: 'POST',
      path: '/orders',
      body: { ...body, included: [...body.included, product, { ...named, attributes: { name: 'Stolen' } }] },
    }
  }),
  // Add a line to someone else's order.
  {
    method: 'POST',
    path: '/orders',
    body: order(newLine, line({ order: { data: { type: 'orders', id: '1' } } })),
  },
  { method: 'POST', path: '/orders', body: order(newLine, line({}, { quantity: 1, orderId: 1 })) },
  // Set values that customers may not choose.
  ...[{ status: 'paid' }, { status: 'open' }, { createdAt: '2000-01-01T00:00:00Z' }, { id: 1 }].flatMap(
    (attributes) => {
      const data = { type: 'orders', attributes: { customer: 'Eve', ...attributes } }
      return [{ method: 'POST', path: '/orders', body: { data } }, add(data)]
    },
  ),
  {
    method: 'POST',
    path: '/orders',
    body: { data: { type: 'orders', id: '1', attributes: { customer: 'Eve' } } },
  },
  // Change the attacker's own order in the same request.
  {
    method: 'POST',
    path: '/operations',
    body: {
      'atomic:operations': [
        { op: 'add', data: { type: 'orders', lid: 'mine', attributes: { customer: 'Eve' } } },
        { op: 'update', data: { type: 'orders', lid: 'mine', attributes: { customer: 'Mallory' } } },
      ],
    },
  },
  {
    method: 'POST',
    path: '/operations',
    body: {
      'atomic:operations': [
        { op: 'add', data: { type: 'orders', lid: 'mine', attributes: { customer: 'Eve' } } },
        {
          op: 'add',
          ref: { type: 'orders', lid: 'mine', relationship: 'lines' },
          data: [{ type: 'lines', id: '1' }],
        },
      ],
    },
  },
]

/** Every way to read orders and lines. */
const READS: readonly Attack[] = [
  '/orders',
  '/orders/1',
  '/orders?include=lines.product',
  '/orders?filter[customer]=Ada',
  '/orders?stats[total]=count',
  '/orders/1/lines',
  '/orders/1/relationships/lines',
  '/lines',
  '/lines/1',
  '/lines?include=order',
  '/lines/1/order',
  '/lines/1/product',
  '/lines/1/relationships/product',
  '/products?include=lines.order',
  '/products/1/lines',
  '/products/1/relationships/lines',
  '/products?filter[lines.order.customer]=Ada',
  '/products?sort=lines.quantity',
  '/categories?include=products.lines.order',
].map((path) => ({ method: 'GET', path }))

let project: Project
let server: Started | undefined
const steps = tutorialSteps('express', 'sqlite')

beforeAll(async () => {
  project = await Project.with('security-tutorial', await datamodel())
  await project.execute(ROWS)
  await write(project.folder, 'schema.yaml', (await filesOf(PROJECT)).get('schema.yaml') ?? '')
  await project.run('init', '--server')
}, 120_000)

afterAll(async () => {
  await server?.terminate()
  await project.remove()
})

/** The Prisma schema of a new project, after the steps that change it. */
async function datamodel(): Promise<string> {
  const path = 'prisma/schema.prisma'
  const first = (await filesOf(PROJECT)).get(path) ?? ''
  return steps
    .filter((step) => step.kind === 'replace')
    .filter((step) => step.path === path)
    .reduce(replaced, first)
}

/** Performs the steps of some chapters as a reader would, except installations, migrations and tests. */
async function follow(from: string, to?: string): Promise<void> {
  for (const step of chapters(from, to)) {
    if (step.kind === 'file' && step.path !== 'prisma/schema.prisma') {
      await write(project.folder, step.path, step.text)
    } else if (step.kind === 'replace') {
      await replaceIn(project.folder, step)
    } else if (step.kind === 'command') {
      await run(step.line)
    } else if (step.kind === 'request' && server) {
      const { line, body, status: shown } = step
      const { status } = await sent(server.url, step)
      expect({ line, body, status }).toEqual({ line, body, status: shown })
    }
  }
}

async function run(command: string): Promise<void> {
  if (command.startsWith('rm ')) {
    for (const path of command.split(' ').slice(1)) {
      // A project that `init` has just written has no tests yet.
      await rm(join(project.folder, path), { force: path.endsWith('.test.ts') })
    }
  }
  if (/regenerate|jsonapi:generate/.test(command)) {
    expect((await project.run('generate', '--strict')).match(/JG\d+.*/g)).toBe(null)
  } else if (command.endsWith('npm start')) {
    await server?.terminate()
    server = await project.start(command.startsWith('STAFF_TOKEN') ? { STAFF_TOKEN: 'secret' } : {})
  }
}

/** The steps from the one that contains the first text up to the one that contains the second text. */
function chapters(from: string, to = '\0'): readonly Step[] {
  const has = (text: string) => (step: Step) => JSON.stringify(step).includes(text)
  const end = steps.findIndex(has(to))
  return steps.slice(steps.findIndex(has(from)), end < 0 ? undefined : end)
}

const attacked = async (attacks: readonly Attack[]): Promise<readonly Answered[]> =>
  sendAll(server?.url ?? '', attacks)

/** The same requests, without a token and with wrong tokens. */
const withTokens = (attacks: readonly Attack[]): readonly Attack[] => [
  ...attacks,
  ...['Bearer wrong', 'Bearer ', 'Bearer undefined', 'secret!'].flatMap((authorization) =>
    attacks.map((attack) => ({ ...attack, headers: { ...attack.headers, authorization } })),
  ),
]

/** The attacks that appear to have succeeded. */
const through = (answers: readonly Answered[]): readonly string[] =>
  answers.filter(({ status }) => status < 400 || status >= 500).map(({ attack }) => attack)

/** The rows that were changed or deleted. */
async function lost(before: readonly string[]): Promise<readonly string[]> {
  const after = new Set(await project.rows(TABLES))
  return before.filter((row) => !after.has(row))
}

/** The only writes that a customer may perform: they place orders. */
const ORDERS = [
  'POST /orders {"data":{"type":"orders","attributes":{"customer":"Eve"}}}',
  'POST /orders?include= {"data":{"type":"orders","attributes":{"customer":"Eve"}}}',
  'POST /operations {"atomic:operations":[{"op":"add","data":{"type":"orders","attributes":{"customer":"Eve"}}}]}',
  'POST /operations {"atomic:operations":[{"op":"add","href":"/orders","data":{"type":"orders","attributes":{"customer":"Eve"}}}]}',
]

describe('security/tutorial: docs/tutorial.md opens nothing to an attacker', () => {
  test('after step 1 of the tutorial, anyone may read the products, and nobody may write', async () => {
    expect((await project.run('generate', '--strict')).match(/JG7.*/g)).toBe(null)
    server = await project.start()
    await follow('npm start', '@@index([categoryId])')
    const before = await project.rows(TABLES)
    expect(through(await attacked(writesOf(CATALOGUE)))).toEqual([])
    expect(await project.rows(TABLES)).toEqual(before)
  }, 120_000)

  test('after steps 3 and 4 of the tutorial, anyone may place orders, but do nothing else', async () => {
    await follow('migration.sql', 'update: isStaff')
    const before = await project.rows(TABLES)
    expect(before.filter((row) => /^(?:Order|Line)/.test(row))).toHaveLength(3)
    expect(through(await attacked(writesOf(SHOP)))).toEqual(ORDERS)
    expect(through(await attacked(TRICKS))).toEqual([])
    const read = await attacked(READS)
    expect(read.filter(({ status, text }) => status < 400 || text.includes('Ada'))).toEqual([])
    await expectOrdersAlone(before)
  }, 120_000)

  test('after step 5 of the tutorial, only the staff have any further permissions', async () => {
    await follow('update: isStaff', 'client: src/web')
    const before = await project.rows(TABLES)
    expect(through(await attacked(withTokens(writesOf(SHOP)))).length).toBe(5 * ORDERS.length)
    expect(through(await attacked(withTokens(TRICKS)))).toEqual([])
    const read = await attacked(withTokens(READS))
    expect(read.filter(({ status, text }) => status < 400 || text.includes('Ada'))).toEqual([])
    await expectOrdersAlone(before)
  }, 120_000)

  test('after step 5 of the tutorial, the same requests succeed for the staff', async () => {
    const headers = { authorization: 'Bearer secret' }
    const staff = await attacked([
      { method: 'GET', path: '/orders/1?include=lines.product', headers },
      {
        method: 'PATCH',
        path: '/orders/1',
        headers,
        body: { data: { type: 'orders', id: '1', attributes: { status: 'paid' } } },
      },
      {
        method: 'PATCH',
        path: '/products/2',
        headers,
        body: { data: { type: 'products', id: '2', attributes: { price: '1' } } },
      },
      { method: 'DELETE', path: '/products/2', headers },
    ])
    expect(staff.map(({ status }) => status)).toEqual([200, 200, 200, 204])
    expect(staff[0]?.text).toContain('Ada')
  })

  test('after step 6 of the tutorial, the typed client permits no additional requests', async () => {
    await follow('client: src/web', 'createClient')
    expect((await project.run('generate', '--strict')).match(/JG7.*/g)).toBe(null)
  })
})

/** Checks that existing rows did not change, and that all new rows are the attacker's orders. */
async function expectOrdersAlone(before: readonly string[]): Promise<void> {
  expect(await lost(before)).toEqual([])
  const added = (await project.rows(TABLES)).filter((row) => !before.includes(row))
  expect(added.filter((row) => !/^Order \[\d+,"Eve","open",/.test(row))).toEqual([])
}
