import type { Order } from '@parcelyard/contracts/orders';
import type { ShipmentTracking } from '@parcelyard/contracts/shipping';
import type { ComponentChildren } from 'preact';
import { Card, Facts } from '../../view/blocks';
import { Moment } from '../../view/moment';
import { TrackingTimeline } from '../../view/tracking-timeline';

interface Props {
  order: Order;
  tracking: ShipmentTracking | undefined;
}

/** Where the parcel is, from the scans of our label or from the dates of another system. */
export const OrderTracking = ({ order, tracking }: Props) => {
  if (tracking) {
    return (
      <Card title="Tracking">
        <TrackingTimeline tracking={tracking} />
      </Card>
    );
  }
  const dates = datesOf(order);
  if (!order.trackingNumber && dates.length === 0) return null;
  return (
    <Card title="Tracking">
      <Facts rows={[...(order.trackingNumber ? [numberOf(order, order.trackingNumber)] : []), ...dates]} />
    </Card>
  );
};

const numberOf = ({ trackingUrl }: Order, trackingNumber: string) =>
  [
    'Tracking',
    isWebAddress(trackingUrl) ? (
      <a key="tracking" class="code" href={trackingUrl} rel="noreferrer">
        {trackingNumber}
      </a>
    ) : (
      <span key="tracking" class="code">
        {trackingNumber}
      </span>
    ),
  ] as const;

/** True for a web address. The text is from another system, and only web addresses may become links. */
const isWebAddress = (link: string | undefined): link is string =>
  link !== undefined && /^(https?:\/\/|\/track\/)/.test(link);

function datesOf(order: Order): (readonly [string, ComponentChildren])[] {
  const known: readonly (readonly [string, Date | undefined])[] = [
    ['Shipped', order.shipDate],
    ['In transit', order.inTransitDate],
    ['Delivered', order.deliveredDate],
    ['Exception', order.exceptionDate],
  ];
  const dates = known.flatMap(([name, at]) => (at ? [[name, <Moment at={at} />] as const] : []));
  return order.exception ? [...dates, ['Reason', order.exception]] : dates;
}
