import type { AccountId } from '@parcelyard/service-kit/ids';
import type { Segment } from '../domain/campaign';
import { isMailable, isPlaceholderEmail } from '../domain/mailbox';
import type { Audience, CustomerStore, Suppressions } from '../ports';

interface Dependencies {
  customers: CustomerStore;
  suppressions: Suppressions;
}

/** Who of a segment may be written to, each address once: nobody who unsubscribed, no placeholder. */
export const findAudience =
  ({ customers, suppressions }: Dependencies) =>
  async (accountId: AccountId, segment: Segment, at: Date): Promise<Audience> => {
    const { recipients, excluded } = await customers.findRecipients(accountId, segment, at);
    const reachable = recipients.filter(({ address }) => isMailable(address) && !isPlaceholderEmail(address));
    const suppressed = await suppressions.among(
      accountId,
      reachable.map(({ address }) => address),
    );
    return {
      recipients: reachable.filter(({ address }) => !suppressed.has(address)),
      excluded: excluded + suppressed.size,
    };
  };
