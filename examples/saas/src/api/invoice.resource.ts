import type { ValidationOutcome } from '@jsonapi-gen/runtime';
import type { Invoice } from '../prisma/client.js';
import { ofTenant, withTenant } from '../tenant.js';
import type { ApplicationController } from './application.controller.js';
import {
  InvoiceResourceBase,
  type InvoiceRemindInput,
  type InvoiceSendInput,
  type InvoiceRecord,
  type InvoiceScope,
} from './generated/invoice.gen.js';

export class InvoiceResource extends InvoiceResourceBase {
  /** What is paid stays as it is. The schema's `updated: tenant` lets an update pay an invoice all the same. */
  scopeUnpaid(scope: InvoiceScope): InvoiceScope {
    return scope.where({ state: { not: 'paid' } });
  }

  scopeDrafts(scope: InvoiceScope): InvoiceScope {
    return scope.where({ state: 'draft' });
  }

  /** The answer shows the invoice as it is afterwards. */
  send({ organisationId, number }: Invoice, { dueOn }: InvoiceSendInput): Promise<Invoice> {
    return this.update({ organisationId, number, state: 'sent', dueOn });
  }

  remind({ before }: InvoiceRemindInput, context: ApplicationController): Promise<Invoice[]> {
    const where = { ...ofTenant(context), state: 'sent' as const, dueOn: { lt: before } };
    return this.store.invoice.findMany({ where });
  }

  override validate({ state, dueOn }: Readonly<Record<string, unknown>>): ValidationOutcome {
    if (state === 'draft' || (dueOn !== null && dueOn !== undefined)) return [];
    return [{ attribute: 'dueOn', message: 'is needed once the invoice is sent' }];
  }

  /** The organisation counts its invoices in the same transaction, so that no number is missing and none comes twice. */
  override async create(
    parameters: Readonly<Record<string, unknown>>,
    parent?: object,
  ): Promise<InvoiceRecord> {
    const invoice = withTenant(parameters, this.context);
    const { invoiceCount } = await this.store.organisation.update({
      where: { id: Number(invoice['organisationId']) },
      data: { invoiceCount: { increment: 1 } },
    });
    return super.create({ ...invoice, number: invoiceCount }, parent);
  }
}
