import { ApplicationController } from '../application.controller.js';
import { OrderResource } from '../order.resource.js';

export class OrdersController extends ApplicationController {
  static {
    OrdersController.jsonapi(OrderResource);
  }
}
