import { LineResourceBase, type LineRecord, type LineScope } from './generated/line.gen.js';
import { Prisma } from '../prisma/client.js';

/** The lines of an invoice, and their sum. */
export class LineResource extends LineResourceBase {
  static {
    this.beforeCommit(['create', 'update', 'destroy'], 'sumUp');
  }

  /** Users who may not change an invoice may not change its lines. */
  scopeOfUnpaid(scope: LineScope): LineScope {
    return scope.where({ invoice: { state: { not: 'paid' } } });
  }

  /** An invoice's amount is the sum of its lines, whatever a request does to them. */
  async sumUp({ organisationId, invoiceNumber }: LineRecord): Promise<void> {
    const lines = await this.store.line.findMany({ where: { organisationId, invoiceNumber } });
    const amount = lines.reduce(
      (sum, { price, quantity }) => sum.add(price.mul(quantity)),
      new Prisma.Decimal(0),
    );
    await this.store.invoice.update({
      where: { organisationId_number: { organisationId, number: invoiceNumber } },
      data: { amount },
    });
  }
}
