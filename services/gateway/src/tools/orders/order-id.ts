import { recordId } from '../arguments/fields';

export const orderId = (purpose = 'Order') =>
  recordId('Order', `${purpose}, by its integer id from list_orders or create_order (not the order number).`);
