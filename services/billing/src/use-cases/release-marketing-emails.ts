import type { AccountId } from '@parcelyard/service-kit/ids';
import { claimId, release, releaseId } from '../domain/allowance';
import { type AllowanceDependencies, appendAllowanceEntry } from './append-allowance-entry';

/** Gives a claim back whole and bars its key from claiming later. Repeating it changes nothing. */
export const releaseMarketingEmails =
  (dependencies: AllowanceDependencies) =>
  async (accountId: AccountId, key: string): Promise<void> => {
    const id = releaseId(accountId, key);
    await appendAllowanceEntry(dependencies)(accountId, id, async (position) =>
      release(id, position, await dependencies.allowance.find(accountId, claimId(accountId, key))),
    );
  };
