import { bad, type Check, good } from '@parcelyard/service-kit/diagnosis/finding';
import type { Db } from 'mongodb';
import { sellerTitle } from '../../domain/seller';
import { waitingForSeller } from './waiting-for-seller';

export const sellersCheck = (db: Db, configured: readonly string[]): Check => ({
  name: 'sellers',
  run: async () => {
    const waiting = await waitingForSeller(db, configured);
    if (waiting.size === 0) return good(configured.join(', '));
    const problems = [...waiting].map(([seller, count]) => {
      const purchases = count === 1 ? '1 purchase waits' : `${count} purchases wait`;
      return `${purchases} for ${sellerTitle(seller)}: put ${seller} back into CARRIERS, with its key`;
    });
    return bad(problems.join('; '));
  },
});
