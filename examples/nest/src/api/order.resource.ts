import { MailService } from '../mail/mail.service.js';
import { provided } from '../provided.js';
import type { ApplicationController } from './application.controller.js';
import { type OrderRecord, OrderResourceBase, type OrderScope } from './generated/order.gen.js';

export class OrderResource extends OrderResourceBase {
  static {
    OrderResource.afterCommit('create', 'announce');
  }

  announce({ id, total }: OrderRecord): void {
    provided(MailService).send(`Order ${id} costs ${total}.`);
  }

  /** Customers see their own orders. */
  scopeOfCustomer(scope: OrderScope, { locals }: ApplicationController): OrderScope {
    return scope.where({ customer: locals.user?.name ?? '' });
  }
}
