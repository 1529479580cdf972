import {
  CARRIER_SILENT,
  canTrustLookUp,
  isSentAtUnknown,
  isStale,
  nextPause,
} from '../../domain/purchase-step';
import { answerWithin } from '../ask-carrier';
import { buyAtCarrier, keepFound } from './buy-at-carrier';
import { CARRIER_CALL_MS, type Step } from './step';

/**
 * Asks the carrier whether it has sold the label. If the carrier has no label, and the process was interrupted a short
 * time ago, the request to sell is sent again. Otherwise the purchase waits, because a look-up may not find a label
 * that was just sold. The purchase fails only when a sold label would have been found by the look-up.
 */
export const lookUpLabel: Step = async (ports, purchase) => {
  const { purchases, carriers, clock } = ports;
  const carrier = carriers.of(purchase.terms);
  // The time is read before the carrier is asked, because the answer is about that moment.
  const asked = clock.now();
  const found = await answerWithin(
    CARRIER_CALL_MS,
    carrier.code,
    carrier.findByReference(purchase.accountId, purchase.carrierReference),
  );
  if (found) return keepFound(ports, purchase, found);

  const now = clock.now();
  if (purchase.state === 'carrier_sent' && !isStale(purchase, now)) {
    return buyAtCarrier(ports, await purchases.note(purchase, { sentAt: now }));
  }
  const sent = isSentAtUnknown(purchase, now) ? await purchases.note(purchase, { sentAt: now }) : purchase;
  if (canTrustLookUp(sent, asked)) {
    return { purchase: await purchases.note(sent, { failure: CARRIER_SILENT }) };
  }
  const waiting = sent.state === 'unknown' ? sent : await purchases.move(sent, 'unknown');
  return { purchase: waiting, pauseMs: nextPause(sent.sentAt ?? now, now) };
};
