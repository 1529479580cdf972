import { carrierName } from '@parcelyard/service-kit/carriers';
import { useEffect, useState } from 'preact/hooks';
import { askData, failureWords } from '../base/answers';
import { Badge, Figures, Heading, LinkButton, Notice } from '../base/blocks';
import { poll } from '../base/poll';
import { useHost } from '../base/start-view';
import { day, money } from '../base/words';
import { Scans, type Tracking } from './scans';
import { type Voided, VoidedNotice, VoidLabel } from './void-label';

/** The answer of `get_label`. */
export interface LabelFiles {
  readonly order_id: number;
  readonly label_url: string | null;
  readonly form_url?: string | null;
  readonly receipt_url?: string | null;
  readonly tracking_number: string | null;
  readonly tracking_url: string | null;
  readonly estimated_delivery_date: string | null;
  readonly has_label?: boolean;
  readonly void_pending?: boolean;
}

/** The answer of a confirmed `buy_label`. */
export interface Bought extends LabelFiles {
  readonly purchased: true;
  readonly return?: boolean;
  readonly method: string;
  readonly postage: number;
  readonly insurance: number;
  readonly fee: number;
  readonly total_charge: number;
  readonly note?: string;
}

interface Props {
  readonly orderId: number;
  readonly isReturn?: boolean | undefined;
  /** What the view already knows about the label. It requests the rest. */
  readonly bought?: Bought;
  readonly files?: LabelFiles;
  readonly tracking?: Tracking;
  /** True when the label was just bought by a click in this view. */
  readonly isNew?: boolean;
  readonly note?: string | undefined;
}

const TRACKING_EVERY_MS = 30_000;
const ENDED = new Set(['Delivered', 'Returned to sender', 'Return complete', 'Return delivered', 'Canceled']);

/** A label: its files, its cost, and where its parcel is. */
export function LabelPanel(props: Props) {
  const { orderId, isReturn = props.bought?.return, bought, isNew = false, note = bought?.note } = props;
  const { bridge } = useHost();
  const [files, setFiles] = useState<LabelFiles | undefined>(props.files ?? bought);
  const [tracking, setTracking] = useState(props.tracking);
  const [problem, setProblem] = useState<string>();
  const [voided, setVoided] = useState<Voided>();

  useEffect(() => {
    if (voided) return;
    const fail = (error: unknown) => setProblem(failureWords(error));
    const askTracking = () => askData<Tracking>(bridge, 'track_order', { order_id: orderId });
    if (!files) {
      const of = { order_id: orderId, ...(isReturn && { return: true }) };
      askData<LabelFiles>(bridge, 'get_label', of).then(setFiles, fail);
    }
    if (!tracking) askTracking().then(setTracking, fail);
    return poll({
      ask: askTracking,
      take: (answer) => {
        setTracking(answer);
        return ENDED.has(answer.status);
      },
      everyMs: TRACKING_EVERY_MS,
    });
  }, [bridge, orderId, voided]);

  const number = files?.tracking_number ?? tracking?.tracking_number;
  const carrier = tracking?.carrier;
  const service = bought?.method ?? tracking?.service ?? (carrier && carrierName(carrier));
  const title = titleOf(files, number, isReturn);
  if (voided) {
    return (
      <>
        <div class="row apart">
          <Heading takesFocus={isNew} lead={service}>
            {title}
          </Heading>
        </div>
        <VoidedNotice voided={voided} />
        {problem && <Notice tone="bad">{problem}</Notice>}
        {number && <TrackingNumber number={number} />}
      </>
    );
  }
  const arrives = files?.estimated_delivery_date ?? tracking?.estimated_delivery_date;
  // After a scan, the carrier no longer voids a label.
  const mayVoid =
    files && files.has_label !== false && !files.void_pending && number && tracking?.scans.length === 0;
  return (
    <>
      <div class="row apart">
        <Heading
          takesFocus={isNew}
          lead={[service, arrives && `expected ${day(arrives)}`].filter(Boolean).join(' · ')}
        >
          {isNew ? `Label bought for ${money(bought?.total_charge ?? 0)}` : title}
        </Heading>
        {tracking && <Badge tone={toneOf(tracking.status)}>{tracking.status}</Badge>}
      </div>
      {files?.void_pending && (
        <Notice tone="warn" title="Do not use this label">
          <p>The carrier has not accepted the void of this label yet.</p>
        </Notice>
      )}
      {note && <Notice tone="neutral">{note}</Notice>}
      {problem && <Notice tone="bad">{problem}</Notice>}
      {number && <TrackingNumber number={number} />}
      {files && (
        <div class="row">
          {files.label_url && (
            <LinkButton href={files.label_url} kind="primary">
              Open the label
            </LinkButton>
          )}
          {files.has_label !== false && files.form_url && (
            <LinkButton href={files.form_url}>Customs form</LinkButton>
          )}
          {files.has_label !== false && files.receipt_url && (
            <LinkButton href={files.receipt_url}>Receipt</LinkButton>
          )}
          {files.tracking_url && <LinkButton href={files.tracking_url}>Tracking page</LinkButton>}
        </div>
      )}
      {number && (
        <div class="columns">
          {bought && <Charged bought={bought} />}
          {tracking && <Scans tracking={tracking} />}
        </div>
      )}
      {mayVoid && <VoidLabel orderId={orderId} isReturn={isReturn === true} onVoided={setVoided} />}
    </>
  );
}

const TrackingNumber = ({ number }: { number: string }) => (
  <p>
    <span class="quiet">Tracking </span>
    <code>{number}</code>
  </p>
);

const Charged = ({ bought: { postage, insurance, fee, total_charge } }: { bought: Bought }) => (
  <section>
    <h2>Charged</h2>
    <Figures
      rows={[
        ['Postage', money(postage)],
        ...(insurance > 0 ? [['Insurance', money(insurance)] as const] : []),
        ...(fee > 0 ? [['Pay-as-you-go fee', money(fee)] as const] : []),
        ['Total', money(total_charge), 'total'],
      ]}
    />
  </section>
);

function titleOf(
  files: LabelFiles | undefined,
  number: string | null | undefined,
  isReturn: boolean | undefined,
): string {
  if (files?.has_label !== false || files.void_pending) return isReturn ? 'Return label' : 'Label';
  // The title when another system has shipped the order and sent its number.
  return number ? 'Tracking' : 'This order has no label';
}

function toneOf(status: string): 'good' | 'bad' | 'warn' | 'accent' {
  if (status === 'Delivered' || status === 'Return complete') return 'good';
  if (status === 'Delivery failure' || status === 'Returned to sender') return 'bad';
  return status === 'Waiting for return' ? 'warn' : 'accent';
}
