import {
  CARRIER_SILENT,
  carrierHasSettled,
  isSentAtUnknown,
  isStale,
  nextPause,
} from '../../domain/purchase-step';
import { answerWithin } from '../ask-carrier';
import { buyAtCarrier, keepFound } from './buy-at-carrier';
import { CARRIER_CALL_MS, type Step } from './step';

/**
 * Whoever cannot know whether the carrier has sold asks it what it knows under the purchase's reference. A purchase that was cut short before
 * its answer is asked for once more only when the carrier knows of no label, and soon after its beginning; one whose
 * carrier stayed silent is given back once the carrier has had the time to know.
 */
export const lookUpLabel: Step = async (ports, purchase) => {
  const { purchases, carriers, clock } = ports;
  const carrier = carriers.of(purchase.terms);
  // What the carrier says holds for the moment in which it was asked, not for that of its answer.
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
  if (carrierHasSettled(sent, asked)) {
    return { purchase: await purchases.note(sent, { failure: CARRIER_SILENT }) };
  }
  const waiting = sent.state === 'unknown' ? sent : await purchases.move(sent, 'unknown');
  return { purchase: waiting, pauseMs: nextPause(sent.sentAt ?? now, now) };
};
