import { recordId } from '../arguments/fields';

export const customerId = () =>
  recordId('Customer', 'Integer customer id from list_customers or create_or_update_customer.');
