import type { Clock } from '@parcelyard/service-kit/clock';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { addressHint } from '../domain/mailbox';
import type { CustomerStore, MailSettingsStore, Suppressions, UnsubscribeLinks } from '../ports';

interface Dependencies {
  links: UnsubscribeLinks;
  suppressions: Suppressions;
  settings: MailSettingsStore;
  serviceName: string;
}

export interface Subscription {
  senderName: string;
  addressHint: string;
  subscribed: boolean;
}

/**
 * What an unsubscribe link is about. Changes nothing: mail scanners follow links.
 * @throws DomainError `not_found` when it is no link of ours
 */
export const getSubscription =
  (dependencies: Dependencies) =>
  async (token: string): Promise<Subscription> => {
    const { suppressions } = dependencies;
    const { accountId, address } = open(dependencies, token);
    return describe(dependencies, token, !(await suppressions.has(accountId, address)));
  };

/** Ends marketing mail to the address; again changes nothing. The list comes first: it alone keeps mail back. */
export const unsubscribe =
  (dependencies: Dependencies & { customers: CustomerStore; clock: Clock }) =>
  async (token: string): Promise<Subscription> => {
    const { suppressions, customers, clock } = dependencies;
    const { accountId, address } = open(dependencies, token);
    await suppressions.add(accountId, address, clock.now());
    await customers.unsubscribe(accountId, address);
    return describe(dependencies, token, false);
  };

async function describe(
  dependencies: Dependencies,
  token: string,
  subscribed: boolean,
): Promise<Subscription> {
  const { settings, serviceName } = dependencies;
  const { accountId, address } = open(dependencies, token);
  const { senderName } = await settings.get(accountId);
  return { senderName: senderName || serviceName, addressHint: addressHint(address), subscribed };
}

function open({ links }: Dependencies, token: string) {
  const subscriber = links.open(token);
  if (subscriber) return subscriber;
  throw DomainError.text('not_found', 'This unsubscribe link is not valid.');
}
