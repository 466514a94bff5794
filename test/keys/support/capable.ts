import type { ResourceClass } from '@jsonapi-gen/runtime'
import type { KeysClient } from '../../support/databases.js'
import { keysResources } from '../../support/keys.js'

/** The resources of keys.prisma with the filters, stats, extra fields and version that these tests use. */
export function capableResources(prisma: KeysClient): Record<string, ResourceClass> {
  const resources = { ...keysResources(prisma) }
  const { invoices, customers, readings, lines } = resources
  if (!invoices || !customers || !readings || !lines) throw new Error('There are all of them.')
  for (const name of ['number', 'labels.color', 'lines.text', 'lines.id', 'receipt.note', 'tenant.name']) {
    invoices.allowFilter(name)
  }
  invoices.allowFilter('customerNumber', { type: 'integer?' })
  invoices.allowStat({ number: ['sum', 'average', 'minimum', 'maximum', 'count'] })
  invoices.extraField('label', {
    type: 'string',
    value: (invoice: { tenantId: number; number: number }) => `${invoice.tenantId}/${invoice.number}`,
  })
  customers.allowFilter('name')
  customers.allowFilter('number')
  lines.allowStat({ total: 'count', position: ['sum'] })
  readings.version('value')
  return resources
}
