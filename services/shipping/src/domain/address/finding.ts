import type { AddressField, AddressMessage, AddressStatus } from './address-check';

/** One thing that is wrong or was put right, and what it makes of the whole. */
export interface Finding {
  readonly status: AddressStatus;
  readonly message?: AddressMessage;
  /** Fields to be written differently. */
  readonly changes?: Partial<Record<AddressField, string>>;
}
