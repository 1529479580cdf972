import { recordId } from './fields';

export const orderId = (purpose = 'Order') =>
  recordId('Order', `${purpose}: integer order_id, not the order number.`);

export const customerId = () =>
  recordId('Customer', 'Integer customer id from list_customers or create_or_update_customer.');

export const pickupId = () => recordId('Pickup', 'Integer pickup id from schedule_pickup or list_pickups.');
