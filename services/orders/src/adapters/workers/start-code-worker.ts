import type { LeasedCollection } from '@parcelyard/due-work/leased-collection';
import { startDueWorker } from '@parcelyard/due-work/start-due-worker';
import type { Worker } from '@parcelyard/due-work/worker';
import { codeName } from '../../domain/platforms/store-code';
import { PlatformRefused } from '../../ports';
import type { OrdersPorts } from '../../use-cases/orders-ports';
import type { KeyOfferDocument } from '../mongo/key-offer-store';

interface Dependencies extends Pick<OrdersPorts, 'offers' | 'platforms' | 'logger'> {
  leased: LeasedCollection<KeyOfferDocument>;
}

/**
 * Runs when nobody has entered a store's code within an hour: removes the code from the store, and deletes the store's
 * keys here.
 */
export const startCodeWorker = ({ leased, offers, platforms, logger }: Dependencies): Worker =>
  startDueWorker({
    leased,
    logger,
    name: 'store codes',
    handle: async (offer) => {
      const held = offers.heldBy(offer);
      if (held) {
        const sentence = codeName(held.code, offer.accountName);
        await platforms.woocommerce.codes.hide(held.access, sentence).catch(unlessRefused);
      }
      await offers.forget({ id: offer._id, accountId: offer.accountId });
    },
  });

/**
 * If the store refuses the keys, the people who run the store have removed them. The code then cannot be removed, and
 * no error is thrown.
 */
function unlessRefused(error: unknown): void {
  if (!(error instanceof PlatformRefused)) throw error;
}
