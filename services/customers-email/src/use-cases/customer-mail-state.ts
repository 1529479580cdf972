import type { Customer, CustomerMailState, CustomerRef } from '@parcelyard/contracts/customers';
import { isMailable, isPlaceholderEmail } from '../domain/mailbox';
import { getCustomer } from './read-customers';
import type { SendingPorts } from './send-campaign';

type Ports = Pick<SendingPorts, 'customers' | 'suppressions' | 'reports'>;
type State = 'reachable' | 'unreachable' | 'bounced' | 'complained' | 'unsubscribed';

/** @throws DomainError `not_found`, for an absent record and for another account's record */
export async function getMailState(ports: Ports, ref: CustomerRef): Promise<CustomerMailState> {
  return mailStateOf(ports, await getCustomer(ports, ref));
}

/** Returns whether the account may write to the customer; if not, also why. */
export async function mailStateOf(
  { suppressions, reports }: Pick<Ports, 'suppressions' | 'reports'>,
  { accountId, email, subscribed }: Customer,
): Promise<CustomerMailState & { state: State }> {
  if (isPlaceholderEmail(email) || !isMailable(email)) return inState('unreachable');
  const address = email.toLowerCase();
  const { bounce, complainedAt } = (await reports.get(accountId, address)) ?? {};
  if (bounce) return { state: 'bounced', at: bounce.at, bounceStatus: bounce.status };
  if (complainedAt) return inState('complained', complainedAt);
  const isUnsubscribed = !subscribed || (await suppressions.has(accountId, address));
  return inState(isUnsubscribed ? 'unsubscribed' : 'reachable');
}

const inState = (state: State, at?: Date) => ({ state, at, bounceStatus: undefined });
