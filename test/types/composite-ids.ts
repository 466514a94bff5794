import { Resource, type Shape } from '@jsonapi-gen/runtime'
import type { KeyColumns } from '../../runtime/src/declare/id.js'

/** A key of several columns: each column must exist and have a type that an id can have. */
interface InvoiceShape extends Shape {
  type: 'invoices'
  id: string
  record: { tenantId: number; number: number; customerNumber: number | null; ratio: number }
}

export class Invoices extends Resource<InvoiceShape> {
  static {
    this.id({ tenantId: 'integer', number: 'integer' })
    this.belongsTo('customer', { resource: 'customers', foreignKey: ['tenantId', 'customerNumber'] })

    // @ts-expect-error no such column
    this.id({ tenantId: 'integer', nubmer: 'integer' })

    // @ts-expect-error a float does not identify records
    this.id({ tenantId: 'integer', ratio: 'float' })

    // @ts-expect-error clients cannot choose an id of several columns
    this.id({ tenantId: 'integer', number: 'integer' }, { clientIds: 'allowed' })

    // @ts-expect-error no such column
    this.belongsTo('approver', { resource: 'customers', foreignKey: ['tenantId', 'approverNumber'] })
  }
}

// @ts-expect-error an enum needs its values
export const role: KeyColumns = { role: 'enum' }
