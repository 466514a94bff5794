import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases, type KeysClient, type OpenDatabase } from '../support/databases.js'
import { keysResources } from '../support/keys.js'
import { serveWrites, type Served } from '../write/support/serve.js'

interface Named {
  readonly type: string
  readonly id: string
}

/** On MariaDB, each table has its own character set, which may differ from the one of the connection. */
const NARROW = [
  'ALTER TABLE InvoiceLabel DROP FOREIGN KEY InvoiceLabel_tenantId_labelSlug_fkey',
  'ALTER TABLE Section DROP FOREIGN KEY Section_tenant_parentCode_fkey',
  ...['Label', 'InvoiceLabel', 'Section'].map(
    (table) => `ALTER TABLE ${table} CONVERT TO CHARACTER SET latin1`,
  ),
]

const SLUGS = ['café', 'new', 'straße']

describe.each(databases)('keys/character-sets (22.2): accents in composite keys on $name', (database) => {
  let opened: OpenDatabase<KeysClient>
  let api: Served
  beforeAll(async () => {
    opened = await database.openKeys()
    const { prisma } = opened
    if (database.name === 'mariadb') for (const sql of NARROW) await prisma.$executeRawUnsafe(sql)
    await prisma.tenant.create({ data: { id: 1, name: '' } })
    await prisma.invoice.create({ data: { tenantId: 1, number: 1, title: '' } })
    await prisma.label.createMany({ data: SLUGS.map((slug) => ({ tenantId: 1, slug })) })
    await prisma.invoiceLabel.createMany({
      data: SLUGS.map((labelSlug) => ({ tenantId: 1, invoiceNumber: 1, labelSlug })),
    })
    await prisma.section.create({ data: { tenant: 'é', code: 'où', title: '' } })
    await prisma.section.createMany({
      data: ['à', 'b', 'ç'].map((code) => ({ tenant: 'é', code, parentCode: 'où', title: '' })),
    })
    await prisma.section.create({ data: { tenant: 'é', code: 'z', parentCode: 'ç', title: '' } })
    api = serveWrites(keysResources(prisma))
  })
  afterAll(() => opened.close())

  const idsOf = (records: readonly Named[]): readonly string[] => records.map(({ id }) => id).toSorted()
  const included = async (path: string): Promise<readonly string[]> => {
    const { body } = await api.send('GET', path)
    return idsOf((body as { readonly included: readonly Named[] }).included)
  }

  test('includes find the records whose keys contain accents', async () => {
    expect(await included('/labels?include=invoices')).toEqual(['1~1'])
    expect(await included('/invoices?include=labels')).toEqual(['1~caf!c3!a9', '1~new', '1~stra!c3!9fe'])
    expect(await included('/sections/!c3!a9~o!c3!b9?include=children')).toEqual([
      '!c3!a9~!c3!a0',
      '!c3!a9~!c3!a7',
      '!c3!a9~b',
    ])
    // The parents are read together: "ç" and "où".
    const { body } = await api.send('GET', '/sections?include=parent')
    const { data } = body as { readonly data: readonly (Named & { readonly relationships: object })[] }
    expect(Object.fromEntries(data.map(({ id, relationships }) => [id, relationships]))).toMatchObject({
      '!c3!a9~b': { parent: { data: { id: '!c3!a9~o!c3!b9' } } },
      '!c3!a9~z': { parent: { data: { id: '!c3!a9~!c3!a7' } } },
    })
  })

  test('replaced relationships lose the records whose keys contain accents', async () => {
    const labels = await api.send('PATCH', '/invoices/1~1/relationships/labels', {
      data: [{ type: 'labels', id: '1~new' }],
    })
    const children = await api.send('PATCH', '/sections/!c3!a9~o!c3!b9/relationships/children', { data: [] })
    expect([labels.status, children.status]).toEqual([204, 204])
    expect(await opened.prisma.invoiceLabel.findMany({ select: { labelSlug: true } })).toEqual([
      { labelSlug: 'new' },
    ])
    expect(await opened.prisma.section.count({ where: { parentCode: 'où' } })).toBe(0)
  })
})
