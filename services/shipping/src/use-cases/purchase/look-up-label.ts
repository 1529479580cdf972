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
 * Looks up the label at the carrier by the purchase's reference, because it is unknown whether the label was sold. If
 * the carrier has no label, an interrupted purchase is sent again, but only soon after it began. If the first request
 * got no answer, the purchase fails when enough time has passed that the carrier would know the label.
 */
export const lookUpLabel: Step = async (ports, purchase) => {
  const { purchases, carriers, clock } = ports;
  const carrier = carriers.of(purchase.terms);
  // The time is read before the look-up, because the carrier's answer describes the state at the time of the request.
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
