import { ApiError, type Client, createClient } from '@jsonapi-gen/client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { schema, type Types } from '../../examples/saas/src/web/schema.gen.js'
import { type Application, startApplication } from '../saas/support/application.js'
import { sqlite } from '../support/databases.js'

let application: Application
let owner: Client<Types>
let accountant: Client<Types>
let member: Client<Types>
let stranger: Client<Types>

beforeAll(async () => {
  application = await startApplication(sqlite)
  owner = await clientOf('owner@acme.example')
  accountant = await clientOf('accountant@acme.example')
  member = await clientOf('member@acme.example')
  stranger = await clientOf('owner@umbrella.example', 'umbrella')
})
afterAll(() => application.close())
beforeEach(() => application.reset())

async function clientOf(email?: string, organisation?: string): Promise<Client<Types>> {
  const cookie = email === undefined ? '' : await application.cookieOf(email, organisation)
  return createClient({ baseUrl: application.url, schema, headers: () => ({ cookie }) })
}

/** The status of a refusal, and what it says about a place of the input. */
async function refusal(call: Promise<unknown>, place = ''): Promise<unknown> {
  const error: unknown = await call.catch((thrown: unknown) => thrown)
  return error instanceof ApiError ? [error.status, error.at(place)] : error
}

describe('client/saas (27.1): reads, with a session, a tenant and guards', () => {
  test('filters, includes, fields, sorts and stats over ids of several columns', async () => {
    const { data, meta } = await accountant.invoices.list({
      filter: { state: ['draft', 'sent'], 'project.name': { prefix: 'Acme' }, amount: { gte: 0 } },
      include: ['lines', 'project.comments'],
      fields: { invoices: ['customer', 'dueOn', 'amount'], projects: ['name'] },
      sort: ['-number'],
      stats: { total: 'count', amount: 'sum' },
    })
    const stored = await application.prisma.invoice.findMany({
      where: { organisationId: 1, state: { not: 'paid' }, projectId: { not: null } },
      include: { lines: true, project: true },
      orderBy: { number: 'desc' },
    })
    expect(data.map(({ id, customer, amount, dueOn }) => [id, customer, amount, dueOn])).toEqual(
      stored.map(({ number, customer, amount, dueOn }) => [
        `1~${number}`,
        customer,
        amount.toString(),
        dueOn && dueOn.toISOString().slice(0, 'yyyy-mm-dd'.length),
      ]),
    )
    expect(data.map(({ lines, project }) => [lines.length, project?.name])).toEqual(
      stored.map(({ lines, project }) => [lines.length, project?.name]),
    )
    expect(data.flatMap(({ project }) => project?.comments.map(({ body }) => body) ?? [])).not.toContain(
      'Acme: taken back',
    )
    expect(meta['stats']).toMatchObject({ total: { count: stored.length } })
  })

  test('of a tenant: what belongs to another one is not there', async () => {
    const { data: projects } = await stranger.projects.list({ sort: 'name' })
    expect(projects.map(({ name }) => name)).toEqual(['Umbrella warehouse', 'Umbrella website'])
    expect(await refusal(stranger.invoices.find('1~2'))).toEqual([404, []])
    expect(await refusal(stranger.invoices.related('1~2', 'lines'))).toEqual([404, []])
    const { data: users } = await member.users.list({ include: 'memberships.organisation' })
    expect(
      new Set(users.flatMap(({ memberships }) => memberships.map((each) => each.organisation?.name))),
    ).toEqual(new Set(['Acme']))
  })

  test('of a guard: an attribute that it hides is not there, and is no filter and no sort', async () => {
    const [seen, hidden] = await Promise.all([accountant.projects.find('1'), member.projects.find('1')])
    expect([seen.data.budget, 'budget' in hidden.data, hidden.data.name]).toEqual([
      '1000',
      false,
      'Acme website',
    ])
    expect(await refusal(member.projects.list({ filter: { budget: { gt: 1 } } }))).toEqual([400, []])
    expect(await refusal(member.projects.list({ sort: 'budget' }))).toEqual([400, []])
    expect(await refusal(member.projects.list({ stats: { budget: 'sum' } }))).toEqual([400, []])
    expect(await refusal((await clientOf()).projects.list())).toEqual([401, []])
  })

  test('page by page, related records, and linkage', async () => {
    const numbers: number[] = []
    for await (const { number } of owner.invoices.each({ sort: '-number', page: { size: 1 } })) {
      numbers.push(number)
    }
    expect(numbers).toEqual([3, 2, 1])
    const { data: lines } = await owner.invoices.related('1~2', 'lines', {
      sort: 'position',
      include: 'invoice',
    })
    expect(lines.map(({ id, invoice }) => [id.startsWith('1~2~'), invoice?.id])).toEqual(
      lines.map(() => [true, '1~2']),
    )
    const { data: project } = await owner.invoices.related('1~2', 'project', {
      fields: { projects: ['name'] },
    })
    expect(project?.name).toMatch(/^Acme/)
    const { data: linkage } = await owner.invoices.relationship('1~2', 'lines')
    expect(linkage).toEqual(
      lines.map(({ id, type }) => ({ id, type })).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    )
  })
})

describe('client/saas (27.4): writes, with a session, a tenant and guards', () => {
  test('a create with children, a change of them, and an end', async () => {
    const { data: invoice } = await accountant.invoices.create({
      customer: 'Somebody',
      project: { id: '1' },
      lines: [
        { create: { position: 1, text: 'Work', price: '100.50', quantity: 2 } },
        { create: { position: 2, text: 'Travel', price: 20 } },
      ],
    })
    expect([invoice.id, invoice.number, invoice.state, invoice.project?.id]).toEqual(['1~4', 4, 'draft', '1'])
    expect(invoice.lines.map(({ id, price }) => [id, price])).toEqual([
      ['1~4~1', '100.5'],
      ['1~4~2', '20'],
    ])
    const { data: changed } = await accountant.invoices.update(invoice.id, {
      state: 'sent',
      dueOn: '2026-12-31',
      project: null,
      lines: [{ update: { id: '1~4~1', quantity: 1 } }, { destroy: { id: '1~4~2' } }],
    })
    expect([changed.dueOn, changed.project, changed.lines.map(({ quantity }) => quantity)]).toEqual([
      '2026-12-31',
      null,
      [1],
    ])
    expect((await accountant.invoices.find(invoice.id)).data.amount).toBe('100.5')
    expect(await refusal(accountant.invoices.destroy(invoice.id))).toEqual([403, []])
    await accountant.invoices.destroy('1~3')
    expect(await refusal(accountant.invoices.find('1~3'))).toEqual([404, []])
  })

  test('what is wrong stands at its place: of the record, and of a child', async () => {
    expect(await refusal(accountant.invoices.update('1~3', { state: 'sent', dueOn: null }), 'dueOn')).toEqual(
      [422, ['is needed once the invoice is sent']],
    )
    const [status, messages] = (await refusal(
      accountant.invoices.create({
        customer: 'x',
        lines: [
          { create: { position: 1, text: 'ok', price: 1 } },
          { create: { position: 2, text: '', price: 1 } },
        ],
      }),
      'lines.1.text',
    )) as readonly [number, readonly string[]]
    expect([status, messages.length]).toEqual([422, 1])
    expect(await application.prisma.invoice.count({ where: { organisationId: 1 } })).toBe(3)
  })

  test('guards and scopes refuse it', async () => {
    expect(await refusal(member.invoices.create({ customer: 'x' }))).toEqual([403, []])
    expect(await refusal(accountant.invoices.update('1~1', { customer: 'x' }))).toEqual([403, []])
    expect(await refusal(stranger.projects.update('1', { name: 'x' }))).toEqual([404, []])
    // To whom it is hidden, its name is unknown; and another tenant's record is not there.
    expect(await refusal(member.projects.create({ name: 'x', budget: 1 }), 'budget')).toEqual([
      400,
      ['"projects" has no attribute "budget".'],
    ])
    const [status, messages] = (await refusal(
      member.comments.create({ body: 'x', project: { id: '2' } }),
      'project',
    )) as readonly [number, readonly string[]]
    expect([status, messages.length]).toEqual([404, 1])
  })

  test('who asks is who writes', async () => {
    const { data: comment } = await member.comments.create(
      { body: 'From here', project: { id: '1' } },
      { include: 'author' },
    )
    expect([comment.author?.name, comment.project?.name]).toEqual(['Mia Member', 'Acme website'])
    const { data: project } = await member.projects.create({
      name: 'New',
      comments: [{ create: { body: 'First!' } }],
    })
    const stored = await application.prisma.project.findUniqueOrThrow({
      where: { id: Number(project.id) },
      include: { comments: true },
    })
    expect([stored.organisationId, stored.comments.map(({ authorId, body }) => [authorId, body])]).toEqual([
      1,
      [[3, 'First!']],
    ])
    await member.comments.destroy(comment.id)
    expect(await refusal(member.comments.find(comment.id))).toEqual([404, []])
    const { data: membership } = await owner.memberships.update('1~3', { role: 'accountant' })
    expect([membership.id, membership.role]).toEqual(['1~3', 'accountant'])
  })
})
