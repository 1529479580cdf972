import type { ShipmentTracking } from '@parcelyard/contracts/shipping';
import { page } from '../../routing/answer';
import { publicPage, type Route } from '../../routing/route';
import { Card, Facts, Notice, PageHead } from '../../view/blocks';
import { formatDay } from '../../view/format';
import { TimeZone } from '../../view/moment';
import { OrderStatusBadge } from '../../view/order-status-badge';
import { TrackingTimeline } from '../../view/tracking-timeline';
import type { WebDependencies } from '../../web-dependencies';

/** The page on which recipients see where a parcel is. An unknown tracking number is "not found". */
export const trackPage = ({ clients: { shipping } }: WebDependencies): Route =>
  publicPage('/track/:trackingNumber', async ({ requestId, params: { trackingNumber = '' } }) =>
    view(await shipping.trackShipment({ requestId }, { trackingNumber })),
  );

/** Search engines must not show where a person's parcel is. */
const HEADERS = { 'x-robots-tag': 'noindex' };

const view = (tracking: ShipmentTracking) =>
  page(
    `Tracking ${tracking.trackingNumber}`,
    <TimeZone.Provider value={tracking.timeZone ?? 'UTC'}>
      <PageHead
        title={headline(tracking)}
        lead={<span class="code">{tracking.trackingNumber}</span>}
        actions={<OrderStatusBadge status={tracking.status} />}
      />
      <div class="stack">
        {tracking.voidPending && (
          <Notice tone="info">The sender is voiding this label. The carrier has not answered yet.</Notice>
        )}
        <Card>
          <Facts
            rows={[
              ['Carrier', tracking.carrierName],
              ['Service', tracking.method],
              ...(isUnderWay(tracking) && tracking.estimatedDeliveryDate
                ? [['Expected', formatDay(new Date(`${tracking.estimatedDeliveryDate}T00:00:00Z`))] as const]
                : []),
            ]}
          />
        </Card>
        <Card title="History">
          <TrackingTimeline tracking={tracking} />
        </Card>
      </div>
    </TimeZone.Provider>,
    { headers: HEADERS, description: `Where parcel ${tracking.trackingNumber} is.` },
  );

const HEADLINES: Readonly<Record<string, string>> = {
  PrintLabel: 'The carrier expects this parcel',
  InTransit: 'On its way',
  Delivered: 'Delivered',
  DeliveryFailure: 'Delivery failed',
  DeliveryFailureWait: 'Held for return to the sender',
  ReturnedToSender: 'Returned to the sender',
  LabelRefunded: 'The sender canceled this label',
};

const headline = ({ status }: ShipmentTracking): string => HEADLINES[status] ?? 'Tracking';

const isUnderWay = ({ status }: ShipmentTracking): boolean =>
  status === 'PrintLabel' || status === 'InTransit' || status === 'DeliveryFailure';
