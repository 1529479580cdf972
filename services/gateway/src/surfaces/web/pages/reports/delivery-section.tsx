import type { VolumeReport } from '../../../../operations/reports';
import { Card, KeyFigures } from '../../view/blocks';
import { ShareRing } from '../../view/charts/share-ring';
import { formatCount } from '../../view/format';

/** How many parcels arrived by the day that the carrier had promised. */
export const DeliverySection = ({ report }: { report: VolumeReport }) => {
  const { deliveries, averageDeliveryDays: days, onTimeRate: share } = report;
  const percent = share === null ? '–' : `${Math.round(share * 1000) / 10}%`;
  return (
    <Card title="On time">
      <div class="ring-row">
        <ShareRing
          id="on-time"
          title="On-time deliveries"
          description={
            share === null
              ? 'No parcel with a promised delivery day was delivered yet.'
              : `${percent} of the parcels with a promised delivery day arrived by that day.`
          }
          share={share}
          text={percent}
        />
        <KeyFigures
          rows={[
            ['Delivered', formatCount(deliveries)],
            ['On time', percent],
            ['Average days in transit', days === null ? '–' : String(days)],
          ]}
        />
      </div>
    </Card>
  );
};
