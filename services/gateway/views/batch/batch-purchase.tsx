import { useState } from 'preact/hooks';
import { BATCH_RUNS, CONFIRM_REFUSED } from '../../src/values/preview-words';
import { AddressBadge, Figures, Heading, MayNotBuy, Notice } from '../base/blocks';
import { ShowAll } from '../base/show-all';
import { useHost } from '../base/start-view';
import { count, money } from '../base/words';
import { ConfirmButton, useConfirm } from '../waiting/confirm';
import { OwnerWaits } from '../waiting/owner-waits';
import type { Refusal } from '../waiting/refusal';
import { CannotBuy, CheckAgain, useLatest } from '../waiting/use-latest';
import { type BatchPreview, orderName, type PreviewedOrder, type Queued } from './batch';
import { BatchProgress } from './batch-progress';

interface Props {
  /** Arguments of the preview, without `confirm`. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly preview: BatchPreview;
  readonly refusal?: Refusal | undefined;
  readonly onBack?: () => void;
}

/** A preview of a batch purchase, the button that confirms it, and the batch's progress. */
export function BatchPurchase({ args, preview: first, refusal: given, onBack }: Props) {
  const { bridge, mayBuy } = useHost();
  const latest = useLatest('trigger_batch_purchase', args, first);
  const preview = latest.preview ?? first;
  const [looks, setLooks] = useState(false);
  const bought = preview.orders.filter(({ price, error }) => price !== null && !error);
  const purchase = useConfirm<Queued>(
    'trigger_batch_purchase',
    // The confirm names the orders that are shown, and allows no more money than is shown.
    { ...args, order_ids: bought.map(({ order_id }) => order_id), max_charge: preview.total_charge },
    ({ batch_id, orders_queued }) =>
      bridge.sendToModel(
        `The user confirmed batch ${batch_id} of ${orders_queued} orders in the view. Follow it with get_batch_status.`,
      ),
  );
  const { state } = purchase;
  if (state.is === 'done') return <BatchProgress batchId={state.data.batch_id} takesFocus />;
  if (looks) return <BatchProgress takesFocus />;

  const refusal = state.is === 'ready' ? (state.refusal ?? given) : undefined;
  const isBusy = preview.note.includes(BATCH_RUNS);
  const isRefused = isBusy || preview.note.includes(CONFIRM_REFUSED);
  return (
    <>
      <Heading
        takesFocus={onBack !== undefined}
        lead={LEADS[String(args.service_preference)] ?? LEADS.cheapest}
      >
        {`Labels for ${count(bought.length, 'order')}`}
      </Heading>
      <ShowAll rows={preview.orders} row={(order) => <OrderRow key={order.order_id} order={order} />} />
      <LeftOutOrders preview={preview} />
      <Figures
        rows={[
          ['Postage', money(preview.total_cost)],
          ...(preview.insurance > 0 ? [['Insurance', money(preview.insurance)] as const] : []),
          ['Total', money(preview.total_charge), 'total'],
          ['Balance now', money(preview.current_balance)],
          ...(preview.auto_recharge_would_fire
            ? [['Recharge of the balance', money(preview.recharge_amount ?? 0)] as const]
            : []),
          ['Balance after', money(preview.balance_after)],
        ]}
      />
      {isRefused && <CannotBuy latest={latest} words={preview.note} />}
      {refusal && !isRefused && <OwnerWaits refusal={refusal} />}
      {state.is === 'unknown' && (
        <Notice tone="warn" title="It is not known whether this was bought">
          <p>{`${state.words} This view does not send the purchase again.`}</p>
        </Notice>
      )}
      {mayBuy ? (
        <div class="row">
          {state.is !== 'unknown' && !isRefused && bought.length > 0 && (
            <ConfirmButton confirmation={purchase}>
              {`Buy ${count(bought.length, 'label')} for ${money(preview.total_charge)}`}
            </ConfirmButton>
          )}
          {isRefused && <CheckAgain latest={latest} words={preview.note} />}
          {(state.is === 'unknown' || isBusy) && (
            <button type="button" onClick={() => setLooks(true)}>
              Show the latest batch
            </button>
          )}
          {onBack && state.is !== 'sent' && (
            <button type="button" onClick={onBack}>
              Back to the orders
            </button>
          )}
        </div>
      ) : (
        <MayNotBuy />
      )}
    </>
  );
}

const LEADS: Readonly<Record<string, string>> = {
  cheapest: 'The cheapest rate for each order',
  fastest: 'The fastest rate for each order',
  best_value: 'The rate with the best value for each order',
};

const OrderRow = ({ order }: { order: PreviewedOrder }) => (
  <tr>
    <td>
      <div class="name">{order.name ?? orderName(order)}</div>
      <div class="quiet small">
        {[order.name && orderName(order), [order.city, order.state].filter(Boolean).join(', ')]
          .filter(Boolean)
          .join(' · ')}
      </div>
      {(order.address_check?.status === 'warning' || order.address_check?.status === 'error') && (
        <AddressBadge status={order.address_check.status} />
      )}
    </td>
    <td>{order.error ? <span class="bad">{order.error.message}</span> : order.method}</td>
    <td class="number">{order.price === null ? '–' : money(order.price)}</td>
  </tr>
);

function LeftOutOrders({ preview: { left_out = [], left_out_count } }: { preview: BatchPreview }) {
  const rows = left_out.filter(({ reason }) => reason);
  if (rows.length === 0) return null;
  return (
    <details>
      <summary>{`${count(left_out_count ?? left_out.length, 'order')} left out`}</summary>
      <table>
        <tbody>
          {rows.map((row) => (
            <tr key={row.order_id}>
              <td class="name">{orderName(row)}</td>
              <td>{row.reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
