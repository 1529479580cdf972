import type { Customer } from '@parcelyard/contracts/customers';
import type { RecordReader } from './record-reader';
import { toAddress } from './to-address';

/** A person of an import file's address book; subscribed unless it says otherwise. */
export function toCustomer(accountId: number, record: RecordReader): Customer {
  const { name, firstName, lastName, street1, street2, street3, ...rest } = toAddress(record);
  const [first = '', ...last] = name.split(' ');
  return {
    ...rest,
    accountId,
    customerId: 0,
    firstName: firstName || (lastName ? '' : first),
    lastName: lastName || (firstName ? '' : last.join(' ')),
    address1: street1,
    address2: street2,
    address3: street3,
    subscribed: record.flag('subscribed') ?? true,
    createdAt: record.date('created_at'),
  };
}
