import type { LabelPrinted } from '@parcelyard/contracts/events';
import type { Clock } from '@parcelyard/service-kit/clock';
import { accountId } from '@parcelyard/service-kit/ids';
import type { MessageStore } from '../ports';

interface Dependencies {
  messages: MessageStore;
  clock: Clock;
}

/** One message a label, however often the event comes. */
export const queueLabelPrintedMail =
  ({ messages, clock }: Dependencies) =>
  (event: LabelPrinted): Promise<void> => {
    const { orderNumber, recipientName, carrier, method, trackingNumber, trackingUrl } = event;
    return messages.queue({
      accountId: accountId(event.accountId),
      messageId: `label_printed:${event.purchaseId}`,
      kind: 'label_printed',
      recipient: event.recipientEmail,
      news: { orderNumber, recipientName, carrier, method, trackingNumber, trackingUrl },
      status: 'queued',
      attempts: 0,
      createdAt: clock.now(),
    });
  };
