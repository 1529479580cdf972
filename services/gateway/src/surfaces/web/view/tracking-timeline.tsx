import type { ShipmentTracking } from '@parcelyard/contracts/shipping';
import { Moment } from './moment';

interface Step {
  title: string;
  at: Date;
  place?: string;
  detail?: string | undefined;
}

/** The scans of a parcel, newest first. */
export const TrackingTimeline = ({ tracking }: { tracking: ShipmentTracking }) => {
  const steps = stepsOf(tracking);
  return (
    <ol class="timeline">
      {steps.map(({ title, at, place, detail }, index) => (
        <li key={`${at.getTime()} ${title}`} class={index === 0 ? 'current' : undefined}>
          <div class="timeline-title">{title}</div>
          {detail && <div>{detail}</div>}
          <div class="muted small">
            <Moment at={at} />
            {place && ` · ${place}`}
          </div>
        </li>
      ))}
    </ol>
  );
};

function stepsOf({ scans, labelCreatedAt }: ShipmentTracking): Step[] {
  const scanned = scans.map(({ description, at, city, state, exception }) => ({
    title: description,
    at: at as Date,
    place: [city, state].filter(Boolean).join(', '),
    // Some carriers send the same text as description and as exception.
    detail: exception === description ? undefined : exception,
  }));
  const bought = labelCreatedAt ? [{ title: 'Label created', at: labelCreatedAt }] : [];
  return [...bought, ...scanned].reverse();
}
