import type { Adapter } from '@jsonapi-gen/runtime/adapter'
import { Resource, type ResourceClass } from '@jsonapi-gen/runtime'
import type { KeysClient } from './databases.js'
import { prismaAdapter } from './facts.js'

/** Resources over the tables of keys.prisma, by type. */
export const keysResources = (prisma: KeysClient): Readonly<Record<string, ResourceClass>> =>
  keysOn(prismaAdapter(prisma))

/** The resources on any adapter. */
export function keysOn(adapter: Adapter): Readonly<Record<string, ResourceClass>> {
  const tenant = { resource: 'tenants', foreignKey: 'tenantId' } as const
  const ofInvoice = ['tenantId', 'invoiceNumber'] as const
  abstract class Kept extends Resource {
    static {
      this.useAdapter(adapter)
    }
  }
  class Tenants extends Kept {
    static {
      this.type('tenants')
      this.model('Tenant')
      this.id('integer', { clientIds: 'required' })
      this.attribute('name', 'string')
      this.hasMany('customers', { resource: 'customers', foreignKey: 'tenantId' })
      this.hasMany('invoices', { resource: 'invoices', foreignKey: 'tenantId' })
    }
  }
  class Customers extends Kept {
    static {
      this.type('customers')
      this.model('Customer')
      this.id({ tenantId: 'integer', number: 'integer' })
      this.attribute('number', 'integer')
      this.attribute('name', 'string')
      this.allowFilter('id')
      this.belongsTo('tenant', tenant)
      this.hasMany('billed', { resource: 'invoices', foreignKey: ['tenantId', 'customerNumber'] })
      this.hasMany('approved', { resource: 'invoices', foreignKey: ['tenantId', 'approverNumber'] })
    }
  }
  class Invoices extends Kept {
    static {
      this.type('invoices')
      this.model('Invoice')
      this.id({ tenantId: 'integer', number: 'integer' })
      this.attribute('number', 'integer')
      this.attribute('title', 'string')
      this.allowFilter('id')
      this.allowFilter('title')
      this.allowFilter('tenantId')
      this.allowFilter('customer.name')
      this.allowFilter('customer.id')
      this.allowStat({ total: 'count' })
      this.belongsTo('tenant', tenant)
      this.belongsTo('customer', {
        resource: 'customers',
        foreignKey: ['tenantId', 'customerNumber'],
        linkage: 'always',
      })
      this.belongsTo('approver', { resource: 'customers', foreignKey: ['tenantId', 'approverNumber'] })
      this.hasMany('lines', { resource: 'lines', foreignKey: ofInvoice })
      this.hasOne('receipt', { resource: 'receipts', foreignKey: ofInvoice })
      this.hasAndBelongsToMany('labels', { resource: 'labels', foreignKey: { invoices: ofInvoice } })
    }
  }
  class Lines extends Kept {
    static {
      this.type('lines')
      this.model('Line')
      this.id({ tenantId: 'integer', invoiceNumber: 'integer', position: 'integer' })
      this.attribute('position', 'integer')
      this.attribute('text', 'string')
      this.belongsTo('invoice', { resource: 'invoices', foreignKey: ofInvoice })
    }
  }
  class Receipts extends Kept {
    static {
      this.type('receipts')
      this.model('Receipt')
      this.id({ tenantId: 'integer', invoiceNumber: 'integer' })
      this.attribute('note', 'string')
      this.belongsTo('invoice', { resource: 'invoices', foreignKey: ofInvoice })
    }
  }
  class Labels extends Kept {
    static {
      this.type('labels')
      this.model('Label')
      this.id({ tenantId: 'integer', slug: 'string' })
      this.attribute('slug', 'string')
      this.attribute('color', { type: 'string', default: 'red' })
      this.attribute('tenantId', 'integer')
      this.hasAndBelongsToMany('invoices', {
        resource: 'invoices',
        foreignKey: { labels: ['tenantId', 'labelSlug'] },
      })
    }
  }
  class Readings extends Kept {
    static {
      this.type('readings')
      this.model('Reading')
      this.id({ sensor: 'string', at: 'datetime' })
      this.attribute('sensor', 'string')
      this.attribute('at', 'datetime')
      this.attribute('value', 'integer')
      this.allowFilter('id')
      this.belongsTo('area', {
        resource: 'areas',
        foreignKey: ['place', 'zone'],
        primaryKey: ['place', 'zone'],
      })
    }
  }
  class Areas extends Kept {
    static {
      this.type('areas')
      this.model('Area')
      this.id('integer', { clientIds: 'required' })
      this.attribute('place', 'string')
      this.attribute('zone', 'string')
      this.hasMany('readings', {
        resource: 'readings',
        foreignKey: ['place', 'zone'],
        primaryKey: ['place', 'zone'],
      })
    }
  }
  class Sections extends Kept {
    static {
      this.type('sections')
      this.model('Section')
      this.id({ tenant: 'string', code: 'string' })
      this.attribute('tenant', 'string')
      this.attribute('code', 'string')
      this.attribute('title', 'string')
      this.belongsTo('parent', { resource: 'sections', foreignKey: ['tenant', 'parentCode'] })
      this.hasMany('children', { resource: 'sections', foreignKey: ['tenant', 'parentCode'] })
    }
  }
  class Ticks extends Kept {
    static {
      this.type('ticks')
      this.model('Tick')
      this.id({ sensor: 'string', at: 'datetime' })
      this.attribute('sensor', 'string')
      this.attribute('at', 'datetime')
      this.attribute('value', 'integer')
    }
  }
  return {
    tenants: Tenants,
    customers: Customers,
    invoices: Invoices,
    lines: Lines,
    receipts: Receipts,
    labels: Labels,
    readings: Readings,
    areas: Areas,
    sections: Sections,
    ticks: Ticks,
  }
}

/** Two tenants whose records have the same numbers. */
export async function seedKeys(prisma: KeysClient): Promise<void> {
  for (const tenantId of [1, 2]) {
    const of = (what: string): string => `${what} of ${tenantId}`
    await prisma.tenant.create({ data: { id: tenantId, name: of('tenant') } })
    for (const number of [1, 2]) {
      await prisma.customer.create({ data: { tenantId, number, name: of(`customer ${number}`) } })
    }
    await prisma.label.create({ data: { tenantId, slug: 'new/old', color: 'red' } })
    await prisma.label.create({ data: { tenantId, slug: 'zoë', color: 'blue' } })
    for (const number of [1, 2, 3]) {
      await prisma.invoice.create({
        data: {
          tenantId,
          number,
          title: of(`invoice ${number}`),
          customerNumber: number === 3 ? null : 1,
          approverNumber: number === 1 ? 2 : null,
        },
      })
      for (const position of [1, 2, 3]) {
        const text = `${of(`line ${position}`)}, invoice ${number}`
        await prisma.line.create({ data: { tenantId, invoiceNumber: number, position, text } })
      }
    }
    await prisma.receipt.create({ data: { tenantId, invoiceNumber: 2, note: of('receipt') } })
    for (const [invoiceNumber, labelSlug] of [
      [1, 'new/old'],
      [1, 'zoë'],
      [2, 'zoë'],
    ] as const) {
      await prisma.invoiceLabel.create({ data: { tenantId, invoiceNumber, labelSlug } })
    }
  }
  await prisma.area.create({ data: { id: 1, place: 'Paris', zone: 'A' } })
  await prisma.area.create({ data: { id: 2, place: 'Paris', zone: 'B' } })
  for (const [sensor, second, place, zone] of [
    ['hall', 0, 'Paris', 'A'],
    ['hall', 1, 'Paris', 'B'],
    ['attic', 0, 'Paris', null],
  ] as const) {
    const at = new Date(Date.UTC(2026, 10, 20, 15, 4, second, 5))
    await prisma.reading.create({ data: { sensor, at, value: second, place, zone } })
  }
}
