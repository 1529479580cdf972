import { useState } from 'preact/hooks';
import { Notice } from '../base/blocks';
import { useHost } from '../base/start-view';
import { day, money } from '../base/words';
import { ConfirmButton, useConfirm } from '../waiting/confirm';
import { useLatest } from '../waiting/use-latest';

/** The preview of `cancel_shipping_label`. */
interface VoidPreview {
  readonly tracking_number: string;
  readonly refund_expected: number;
  readonly pickup?: { readonly pickup_id: number; readonly date?: string; readonly last_label?: boolean };
}

/** The answer of the confirmed `cancel_shipping_label`. */
export interface Voided {
  /** Whether the carrier has accepted the void. */
  readonly voided: boolean;
  readonly tracking_number: string;
  readonly refund_status: string;
  readonly refund_amount: number;
}

interface Props {
  readonly orderId: number;
  readonly isReturn: boolean;
  readonly onVoided: (voided: Voided) => void;
}

/** Voids an unused label. It shows the refund first, and a person's click confirms. */
export function VoidLabel({ orderId, isReturn, onVoided }: Props) {
  const args = { order_id: orderId, ...(isReturn && { return: true }) };
  const { preview, isAsking, problem, ask } = useLatest<VoidPreview>('cancel_shipping_label', args);
  const [isOpen, setOpen] = useState(false);
  const look = () => {
    setOpen(true);
    ask();
  };
  if (isOpen && preview && !isAsking && !problem) {
    const keep = () => setOpen(false);
    return <VoidQuestion args={args} preview={preview} onVoided={onVoided} onKeep={keep} onLook={look} />;
  }
  return (
    <>
      {problem && <Notice tone="bad">{problem}</Notice>}
      <div class="row">
        <button type="button" disabled={isAsking} aria-busy={isAsking} onClick={look}>
          Void this label
        </button>
      </div>
    </>
  );
}

interface QuestionProps extends Pick<Props, 'onVoided'> {
  readonly args: { readonly order_id: number };
  readonly preview: VoidPreview;
  readonly onKeep: () => void;
  /** Requests the preview again, which is refused when the label is void. */
  readonly onLook: () => void;
}

function VoidQuestion({ args, preview, onVoided, onKeep, onLook }: QuestionProps) {
  const { bridge } = useHost();
  const confirmation = useConfirm<Voided>(
    'cancel_shipping_label',
    args,
    (voided) => {
      bridge.sendToModel(
        `The user voided the label of order ${args.order_id} in the view: tracking ${voided.tracking_number}.`,
      );
      onVoided(voided);
    },
    // A label is voided only once, so the person may repeat the confirm.
    (words) => ({ kind: 'other', words, mayTryAgain: true }),
  );
  const { state } = confirmation;
  return (
    <section class="stack">
      <Notice tone="warn" title="Void this label?">
        <p>{refundWords(preview)}</p>
        {preview.pickup && <p>{pickupWords(preview.pickup)}</p>}
      </Notice>
      {state.is === 'ready' && state.refusal && <Notice tone="bad">{state.refusal.words}</Notice>}
      {state.is === 'unknown' && (
        <Notice tone="warn" title="It is not known whether it was voided">
          <p>{state.words} This view does not send the void again.</p>
        </Notice>
      )}
      <div class="row">
        {state.is === 'unknown' ? (
          <button type="button" onClick={onLook}>
            Check whether it was voided
          </button>
        ) : (
          <ConfirmButton confirmation={confirmation} kind="danger" busy="Voiding…">
            Void the label
          </ConfirmButton>
        )}
        {state.is === 'ready' && (
          <button type="button" onClick={onKeep}>
            Keep it
          </button>
        )}
      </div>
    </section>
  );
}

const refundWords = ({ refund_expected }: VoidPreview): string =>
  refund_expected > 0
    ? `The label can no longer be used. ${money(refund_expected)} goes back to the balance when the carrier accepts the void.`
    : 'The label can no longer be used. No money goes back to the balance.';

const pickupWords = ({ pickup_id, date, last_label }: NonNullable<VoidPreview['pickup']>): string => {
  const pickup = `pickup ${pickup_id}${date ? ` on ${day(date)}` : ''}`;
  return last_label
    ? `This order is the last of ${pickup}, so that pickup is then canceled.`
    : `The order is then removed from ${pickup}.`;
};

export const VoidedNotice = ({ voided: { voided, refund_status, refund_amount } }: { voided: Voided }) =>
  voided ? (
    <Notice tone="good" title="The label is void">
      <p>
        {refund_amount > 0 &&
          `${money(refund_amount)} ${refund_status === 'refunded' ? 'went back to the balance' : 'will go back to the balance'}. `}
        Do not use the label.
      </p>
    </Notice>
  ) : (
    <Notice tone="warn" title="Do not use this label">
      <p>The void was sent to the carrier, which has not accepted it yet.</p>
    </Notice>
  );
