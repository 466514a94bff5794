import { ApiError, type Client, createClient } from '@jsonapi-gen/client'
import { schema, type Types } from '../../../examples/saas/src/web/schema.gen.js'

/**
 * Logs in, and returns the client of the session. Without an e-mail, the session has no user. As in a browser, there is
 * only one session at a time, so a client works only until the next login.
 */
type LogIn = (email?: string, organisation?: string) => Promise<Client<Types>>

type Fetch = (address: string, init: RequestInit) => Promise<Response>

const OWNER = 'owner@acme.example'
const ACCOUNTANT = 'accountant@acme.example'
const MEMBER = 'member@acme.example'
const GUEST = 'guest@acme.example'
const STRANGER = ['owner@umbrella.example', 'umbrella'] as const

/** Reads and writes once in each way, each time from the same rows. The results are the same in Node and in a browser. */
export const SAAS_CALLS = {
  async 'filters, includes, fields, sorts and stats work with ids of several columns'(as) {
    const { data, meta } = await (
      await as(ACCOUNTANT)
    ).invoices.list({
      filter: { state: ['draft', 'sent'], 'project.name': { prefix: 'Acme' }, amount: { gte: 0 } },
      include: ['lines', 'project.comments'],
      fields: { invoices: ['customer', 'dueOn', 'amount'], projects: ['name'] },
      sort: ['-number'],
      stats: { total: 'count', amount: 'sum' },
    })
    return data.map(({ id, customer, amount, dueOn, lines, project }) => [
      [id, customer, amount, dueOn],
      lines.map(({ text, price }) => [text, price]),
      project && [
        project.name,
        project.comments.map(({ body, createdAt }) => [body, createdAt instanceof Date]),
      ],
      meta['stats'],
    ])
  },

  async 'filters accept several values, operators, null, groups and text with a comma'(as) {
    const { invoices, projects, comments } = await as(ACCOUNTANT)
    const numbers = async (filter: Parameters<typeof invoices.list>[0]) =>
      (await invoices.list({ sort: 'number', ...filter })).data.map(({ number }) => number)
    return [
      await numbers({ filter: { number: [1, 3] } }),
      await numbers({ filter: { customer: "Acme's first" } }),
      await numbers({ filter: { customer: ["Acme's first, or none", "Acme's third"] } }),
      await numbers({ filter: { amount: { gt: 40, lte: '80' } } }),
      await numbers({ filter: { dueOn: null } }),
      await numbers({ filter: { dueOn: '2026-03-31', not: { state: 'paid' } } }),
      await numbers({ filter: { or: [{ number: 3 }, { state: 'paid' }] } }),
      await numbers({ filter: { not: { 'project.name': 'Acme website' } } }),
      (await projects.list({ filter: { name: { contains: 'WARE' } } })).data.map(({ name }) => name),
      (await comments.list({ filter: { body: { contains: '%' } } })).data,
    ]
  },

  async 'pages are read by number and by cursor, and statistics on their own'(as) {
    const { invoices, comments } = await as(OWNER)
    const first = await invoices.list({ sort: '-number', page: { size: 2 } })
    const ahead = await invoices.list({ sort: '-number', page: { size: 2, after: null } })
    const behind = ahead.page.next && (await invoices.list({ sort: '-number', page: ahead.page.next }))
    const byState = await invoices.list({ sort: ['state', '-number'] })
    const alone = await invoices.list({ page: { size: 0 }, stats: { total: 'count' } })
    const numbers: number[] = []
    for await (const { number } of invoices.each({ sort: '-number', page: { size: 1 } })) numbers.push(number)
    return {
      byNumber: [first.data.map(({ number }) => number), first.page.next],
      byCursor: [ahead, behind].map((page) => page?.data.map(({ number }) => number)),
      back: typeof behind?.page.prev,
      end: behind?.page.next === undefined,
      byState: byState.data.map(({ state, number }) => [state, number]),
      // The scope of users hides some users.
      byAuthor: await refusal(comments.list({ sort: 'author.name' as never })),
      alone: [alone.data, alone.meta['stats']],
      walked: numbers,
    }
  },

  async 'included records have their own filters and sorts'(as) {
    const { projects } = await as(MEMBER)
    const { data: project } = await projects.find('1', {
      include: ['comments.author', 'organisation'],
      filter: { comments: { body: { contains: 'good' } } },
      fields: { projects: ['name'], users: ['name'], organisations: ['slug'] },
    })
    const { data: sorted } = await projects.list({ include: 'comments', sort: ['-name', 'comments.-id'] })
    return [
      [project.name, project.organisation?.slug],
      project.comments.map(({ body, author }) => [body, author?.name]),
      sorted.map(({ name, comments }) => [name, comments.map(({ id }) => id)]),
    ]
  },

  async 'related records and linkage are read'(as) {
    const { invoices, organisations } = await as(OWNER)
    const { data: lines } = await invoices.related('1~2', 'lines', { sort: '-position', include: 'invoice' })
    const { data: project } = await invoices.related('1~2', 'project', { fields: { projects: ['name'] } })
    const { data: none } = await invoices.related('1~3', 'project')
    const { data: linkage } = await invoices.relationship('1~2', 'lines')
    const { data: one } = await invoices.relationship('1~2', 'project')
    const { data: projects } = await organisations.related('1', 'projects', {
      filter: { name: { prefix: 'Acme w' } },
      page: { size: 1 },
      sort: 'name',
    })
    return {
      lines: lines.map(({ id, invoice }) => [id, invoice?.id]),
      project: project?.name,
      none,
      linkage,
      one,
      projects: projects.map(({ name }) => name),
    }
  },

  async 'the records of another tenant do not exist'(as) {
    const stranger = await as(...STRANGER)
    const { data: projects } = await stranger.projects.list({ sort: 'name' })
    const { data: users } = await stranger.users.list({ include: 'memberships.organisation' })
    return [
      projects.map(({ name }) => name),
      await refusal(stranger.invoices.find('1~2')),
      await refusal(stranger.invoices.related('1~2', 'lines')),
      [...new Set(users.flatMap(({ memberships }) => memberships.map((each) => each.organisation?.name)))],
    ]
  },

  async 'an attribute that a guard hides does not exist, in filters and sorts either'(as) {
    const { data: seen } = await (await as(ACCOUNTANT)).projects.find('1')
    const member = await as(MEMBER)
    const { data: hidden } = await member.projects.find('1')
    const refused = [
      await refusal(member.projects.list({ filter: { budget: { gt: 1 } } })),
      await refusal(member.projects.list({ sort: 'budget' })),
      await refusal(member.projects.list({ stats: { budget: 'sum' } })),
    ]
    const nobody = await as()
    return [[seen.budget, 'budget' in hidden, hidden.name], ...refused, await refusal(nobody.projects.list())]
  },

  async 'a record is created with children, changed and destroyed'(as) {
    const { invoices } = await as(ACCOUNTANT)
    const { data: created } = await invoices.create({
      customer: 'Somebody',
      project: { id: '1' },
      lines: [
        { create: { position: 1, text: 'Work', price: '100.50', quantity: 2 } },
        { create: { position: 2, text: 'Travel', price: 20 } },
      ],
    })
    const { data: changed } = await invoices.update(created.id, {
      state: 'sent',
      dueOn: '2026-12-31',
      project: null,
      lines: [{ update: { id: '1~4~1', quantity: 1 } }, { destroy: { id: '1~4~2' } }],
    })
    const { data: read } = await invoices.find(created.id)
    const kept = await refusal(invoices.destroy(created.id))
    await invoices.destroy('1~3')
    return {
      created: [created.id, created.number, created.state, created.project?.id],
      lines: created.lines.map(({ id, price }) => [id, price]),
      changed: [changed.dueOn, changed.project, changed.lines.map(({ quantity }) => quantity)],
      amount: read.amount,
      kept,
      destroyed: await refusal(invoices.find('1~3')),
    }
  },

  async 'errors point at their fields, and no data is written'(as) {
    const { invoices } = await as(ACCOUNTANT)
    const { data: before } = await invoices.list()
    const refused = [
      await refusal(invoices.update('1~3', { state: 'sent', dueOn: null }), 'dueOn'),
      await refusal(
        invoices.create({
          customer: 'x',
          lines: [
            { create: { position: 1, text: 'ok', price: 1 } },
            { create: { position: 2, text: '', price: 1 } },
          ],
        }),
        'lines.1.text',
      ),
      await refusal(
        invoices.update('1~3', { customer: 'y' }, {}, { headers: { 'if-match': '"yesterday"' } }),
      ),
    ]
    const { data: after } = await invoices.list()
    return [...refused, before.length, JSON.stringify(before) === JSON.stringify(after)]
  },

  async 'guards and scopes reject a write'(as) {
    const accountant = await as(ACCOUNTANT)
    const paid = await refusal(accountant.invoices.update('1~1', { customer: 'x' }))
    const stranger = await as(...STRANGER)
    const foreign = await refusal(stranger.projects.update('1', { name: 'x' }))
    const member = await as(MEMBER)
    return [
      paid,
      foreign,
      await refusal(member.invoices.create({ customer: 'x' })),
      // If the name is hidden from a user, it is unknown, and another tenant's record does not exist.
      await refusal(member.projects.create({ name: 'x', budget: 1 }), 'budget'),
      await refusal(member.comments.create({ body: 'x', project: { id: '2' } }), 'project'),
    ]
  },

  async 'a write belongs to the user who sends it'(as) {
    const { comments, projects } = await as(MEMBER)
    const { data: comment } = await comments.create(
      { body: 'From here', project: { id: '1' } },
      { include: 'author' },
    )
    const { data: project } = await projects.create({
      name: 'New',
      comments: [{ create: { body: 'First!' } }],
    })
    const { data: read } = await projects.find(project.id, { include: ['comments.author', 'organisation'] })
    await comments.destroy(comment.id)
    const gone = await refusal(comments.find(comment.id))
    const { data: membership } = await (await as(OWNER)).memberships.update('1~3', { role: 'accountant' })
    return [
      [comment.author?.name, comment.project?.name],
      [read.organisation?.name, read.comments.map(({ body, author }) => [body, author?.name])],
      gone,
      [membership.id, membership.role],
    ]
  },

  async 'links are written in a record and at a relationship URL'(as) {
    const { invoices } = await as(ACCOUNTANT)
    await invoices.updateRelationship('1~3', 'project', { id: '3' })
    const { data: linked } = await invoices.relationship('1~3', 'project')
    await invoices.updateRelationship('1~3', 'project', null)
    const { data: unlinked } = await invoices.relationship('1~3', 'project')
    const { projects } = await as(MEMBER)
    await projects.addToRelationship('3', 'comments', [{ id: '1' }])
    const { data: moved } = await projects.relationship('3', 'comments')
    const { data: back } = await projects.update('1', { comments: [{ associate: { id: '1' } }] })
    const { data: left } = await projects.relationship('3', 'comments')
    return {
      linked,
      unlinked,
      moved,
      back: back.comments.map(({ id }) => id),
      left,
      // The comment has a different author.
      foreign: await refusal(projects.addToRelationship('3', 'comments', [{ id: '3' }]), '0'),
    }
  },

  async 'custom actions receive their input, return records and report rejections'(as) {
    const { invoices } = await as(ACCOUNTANT)
    const wrong = { dueOn: 'soon' }
    const sent = await invoices.send(
      '1~3',
      { dueOn: '2030-01-31' },
      { include: 'lines', fields: { invoices: ['state', 'dueOn'], lines: ['text'] } },
    )
    const { data: late, meta } = await invoices.remind(
      { before: '2030-02-01' },
      { fields: { invoices: ['number'] } },
    )
    return {
      sent: [sent.data.state, sent.data.dueOn, sent.data.lines.map(({ text }) => text)],
      late: [late.map(({ id, number }) => [id, number]), meta],
      again: await refusal(invoices.send('1~3', { dueOn: '2030-01-31' })),
      wrong: await refusal(invoices.send('1~3', wrong), 'dueOn'),
      // @ts-expect-error the input has a member
      missing: await refusal(invoices.send('1~3', {}), 'dueOn'),
      foreign: await refusal(invoices.send('2~3', { dueOn: '2030-01-31' })),
      guest: await refusal((await as(GUEST)).invoices.remind({ before: '2030-01-31' })),
    }
  },
} satisfies Readonly<Record<string, (as: LogIn) => Promise<unknown>>>

/** Makes the calls against a server, resets the rows before each call, and returns the results. */
export async function toldBySaas(base: string, fetch: Fetch): Promise<Readonly<Record<string, unknown>>> {
  const as: LogIn = async (email, organisation = 'acme') => {
    await fetch(`${base}/session`, { method: 'DELETE' })
    if (email !== undefined) {
      const answer = await fetch(`${base}/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: 'correct horse battery staple', organisation }),
      })
      if (!answer.ok) throw new Error(`${email} cannot log in: ${answer.status}`)
    }
    return createClient({ baseUrl: `${base}/`, schema, fetch })
  }
  const told: Record<string, unknown> = {}
  for (const [name, calls] of Object.entries(SAAS_CALLS)) {
    await fetch(`${base}/reset`, { method: 'POST' })
    told[name] = await calls(as).catch((error: unknown) => String(error))
  }
  return told
}

/** The status of a rejection, and its messages for a field of the input. */
async function refusal(call: Promise<unknown>, place = ''): Promise<unknown> {
  const error: unknown = await call.catch((thrown: unknown) => thrown)
  return error instanceof ApiError ? [error.status, error.at(place)] : error
}
