import type { Customer } from '@parcelyard/contracts/customers';
import { textOrNull, timestampOrNull } from '../../values/nullable';
import type { ToolName } from '../../values/tool-name';

export const presentCustomer = (customer: Customer) =>
  ({
    customer_id: customer.customerId,
    first_name: customer.firstName,
    last_name: customer.lastName,
    company: textOrNull(customer.company),
    email: textOrNull(customer.email),
    phone: textOrNull(customer.phone),
    address1: textOrNull(customer.address1),
    address2: textOrNull(customer.address2),
    address3: textOrNull(customer.address3),
    city: textOrNull(customer.city),
    state: textOrNull(customer.state),
    zip: textOrNull(customer.zip),
    country: customer.country || 'US',
    subscribed: customer.subscribed,
    email_bounced_at: customer.emailBouncedAt && timestampOrNull(customer.emailBouncedAt),
    order_count: customer.orderCount ?? 0,
    last_order_at: timestampOrNull(customer.lastOrderAt),
    created_at: timestampOrNull(customer.createdAt),
  }) satisfies Record<ToolName<Exclude<keyof Customer, 'accountId'>>, unknown>;
