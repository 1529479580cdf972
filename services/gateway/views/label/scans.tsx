import './label.css';
import { Notice } from '../base/blocks';
import { moment } from '../base/words';

/** The answer of `track_order`. */
export interface Tracking {
  readonly order_id: number;
  readonly status: string;
  readonly tracking_number: string | null;
  readonly carrier: string | null;
  readonly service: string | null;
  readonly estimated_delivery_date: string | null;
  readonly exception: string | null;
  readonly scans: readonly Scan[];
  readonly warnings?: readonly string[];
  readonly note?: string;
}

interface Scan {
  readonly at: string;
  readonly status: string;
  readonly description: string;
  readonly city: string | null;
  readonly state: string | null;
}

/** The scans of a parcel, newest first. */
export const Scans = ({ tracking }: { tracking: Tracking }) => (
  <section>
    <h2>Scans</h2>
    {tracking.exception && <Notice tone="bad">{tracking.exception}</Notice>}
    {tracking.warnings?.map((warning) => (
      <Notice key={warning} tone="warn">
        {warning}
      </Notice>
    ))}
    {tracking.scans.length === 0 ? (
      <p class="quiet">No scan of this parcel is known yet.</p>
    ) : (
      <ol class="scans">
        {tracking.scans.map(({ at, description, city, state }) => (
          <li key={`${at} ${description}`}>
            <div>{description}</div>
            <div class="quiet small">
              <time dateTime={at}>{moment(at)}</time>
              {city && ` · ${[city, state].filter(Boolean).join(', ')}`}
            </div>
          </li>
        ))}
      </ol>
    )}
  </section>
);
