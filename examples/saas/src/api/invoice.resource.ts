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
  /**
   * A paid invoice cannot be changed. Because of `updated: tenant` in the schema, an update can still pay an invoice.
   */
  scopeUnpaid(scope: InvoiceScope): InvoiceScope {
    return scope.where({ state: { not: 'paid' } });
  }

  scopeDrafts(scope: InvoiceScope): InvoiceScope {
    return scope.where({ state: 'draft' });
  }

  /** The response shows the invoice after the action. */
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

  /**
   * The organisation's counter is incremented in the same transaction, so that numbers are neither skipped nor
   * repeated.
   */
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
