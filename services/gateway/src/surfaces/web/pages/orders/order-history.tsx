import type { Order, OrderEvent } from '@parcelyard/contracts/orders';
import { Card } from '../../view/blocks';
import { formatMoney } from '../../view/format';
import { Moment } from '../../view/moment';

/** What happened to the order, oldest first. */
export const OrderHistory = ({ order: { history } }: { order: Order }) =>
  history.length === 0 ? null : (
    <Card title="History">
      <ol class="timeline">
        {history.map((event) => (
          <li key={`${event.at?.getTime()} ${event.what}`}>
            <div class="timeline-title">
              {WORDS[event.what] ?? event.what}
              <Amount event={event} />
            </div>
            <div class="muted small">
              {event.at && <Moment at={event.at} />}
              {event.trackingNumber && (
                <>
                  {' · '}
                  <span class="code">{event.trackingNumber}</span>
                </>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );

const WORDS: Readonly<Record<string, string>> = {
  created: 'Created',
  imported: 'Imported from the store',
  'label bought': 'Label bought',
  printed: 'Label printed',
  pickup: 'Pickup booked',
  delivered: 'Delivered',
  return: 'Return label bought',
  'postage adjusted': 'Postage adjusted by the carrier',
  voided: 'Label voided',
  refunded: 'Refunded',
};

const Amount = ({ event: { amountCents } }: { event: OrderEvent }) =>
  amountCents === undefined ? null : <span class="muted"> · {formatMoney(amountCents)}</span>;
