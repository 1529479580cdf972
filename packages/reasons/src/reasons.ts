import { authReasons } from './auth-reasons';
import { billingReasons } from './billing-reasons';
import { commonReasons } from './common-reasons';
import { customersReasons } from './customers-reasons';
import { ordersReasons } from './orders-reasons';
import { pickupsReasons } from './pickups-reasons';
import { shippingReasons } from './shipping-reasons';

export const REASONS = {
  ...commonReasons,
  ...authReasons,
  ...billingReasons,
  ...customersReasons,
  ...ordersReasons,
  ...pickupsReasons,
  ...shippingReasons,
};

type Table = typeof REASONS;

/** Name of a reason, such as `order_not_found`. */
export type Reason = keyof Table;

export type ReasonParams<R extends Reason> = Table[R]['example'];

/** Reasons that have a common sentence, which a surface may replace by its own. */
export type WordedReason = {
  [R in Reason]: Table[R] extends { sentence: unknown } ? R : never;
}[Reason];

export const isReason = (name: unknown): name is Reason =>
  typeof name === 'string' && Object.hasOwn(REASONS, name);
