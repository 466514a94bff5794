import { keysOn } from '../../support/keys.js'
import { type Domain, numbered } from './domain.js'

/**
 * A domain with composite keys that share a column, a join model that shares it too, and foreign keys to columns
 * outside the primary key.
 */
export const keysDomain: Domain = {
  datamodel: 'keys',
  open: (database) => database.openKeys(),
  resources(adapter) {
    const { ticks: _, ...resources } = keysOn(adapter)
    return resources
  },
  shared: ['tenantId', 'tenant'],
  owners: { tenants: 'tenantId' },
  onlyCreated: [],
  rows: {
    Tenant: numbered(2, (id) => ({ id, name: `tenant ${id}` })),
    Customer: [1, 2].flatMap((tenantId) =>
      numbered(3, (number) => ({ tenantId, number, name: `customer ${tenantId}.${number}` })),
    ),
    Invoice: [1, 2].flatMap((tenantId) =>
      numbered(4, (number) => ({
        tenantId,
        number,
        title: `invoice ${tenantId}.${number}`,
        customerNumber: number === 4 ? null : number,
        approverNumber: number > 2 ? null : 3 - number,
      })),
    ),
    Line: [1, 2].flatMap((tenantId) =>
      numbered(5, (position) => ({
        tenantId,
        invoiceNumber: 1 + (position % 2),
        position,
        text: `line ${tenantId}.${position}`,
      })),
    ),
    Receipt: [1, 2].map((tenantId) => ({ tenantId, invoiceNumber: 1, note: `receipt ${tenantId}` })),
    Label: [1, 2].flatMap((tenantId) =>
      ['a', 'b', 'c', 'd'].map((slug) => ({ tenantId, slug, color: `color ${tenantId}.${slug}` })),
    ),
    InvoiceLabel: [1, 2].flatMap((tenantId) =>
      [
        [1, 'a'],
        [1, 'b'],
        [2, 'b'],
        [3, 'c'],
      ].map(([invoiceNumber, labelSlug]) => ({ tenantId, invoiceNumber, labelSlug })),
    ),
    Area: numbered(3, (id) => ({ id, place: `place ${id}`, zone: `zone ${id}` })),
    Reading: numbered(5, (id) => ({
      sensor: `sensor ${id}`,
      at: new Date(Date.UTC(2024, 0, id)),
      value: id,
      place: id > 3 ? null : `place ${1 + (id % 2)}`,
      zone: id > 3 ? null : `zone ${1 + (id % 2)}`,
    })),
    Section: ['x', 'y'].flatMap((tenant) =>
      numbered(5, (id) => ({
        tenant,
        code: `code ${id}`,
        title: `section ${tenant}.${id}`,
        parentCode: id > 1 && id < 5 ? 'code 1' : null,
      })),
    ),
  },
}
