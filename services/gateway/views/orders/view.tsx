import { useState } from 'preact/hooks';
import { ORDER_STATUS_LABELS } from '../../src/values/order-status';
import { ask, failureWords, readAnswer } from '../base/answers';
import { Heading, MayNotBuy, Notice } from '../base/blocks';
import { startView, useHost, type ViewProps } from '../base/start-view';
import { count } from '../base/words';
import type { BatchPreview } from '../batch/batch';
import { BatchPurchase } from '../batch/batch-purchase';
import { isReady, type Orders } from './order';
import { OrderTable } from './order-table';
import './orders.css';

/** Shows the answer of `list_orders`. Orders that are ready to ship can be selected to buy labels for them. */
function OrdersView({ result, input }: ViewProps) {
  const answer = readAnswer<Orders>(result);
  if ('refusal' in answer) return <Notice tone="bad">{answer.refusal}</Notice>;
  return <Listing first={answer.data} asked={input} />;
}

interface ListingProps {
  readonly first: Orders;
  readonly asked: ViewProps['input'];
}

function Listing({ first, asked }: ListingProps) {
  const { bridge, mayBuy } = useHost();
  const [list, setList] = useState(first);
  const [args, setArgs] = useState(asked);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [preview, setPreview] = useState<BatchPreview>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const run = async <T,>(tool: string, wanted: object, take: (data: T) => void) => {
    setBusy(true);
    setProblem(undefined);
    try {
      const answer = await ask<T>(bridge, tool, wanted);
      if ('data' in answer) take(answer.data);
      else setProblem(answer.refusal);
    } catch (error) {
      setProblem(failureWords(error));
    }
    setBusy(false);
  };
  const read = (wanted: ViewProps['input']) =>
    run<Orders>('list_orders', wanted, (data) => {
      setArgs(wanted);
      setList(data);
    });
  const batchArgs = { order_ids: [...chosen] };
  const price = () => run<BatchPreview>('trigger_batch_purchase', batchArgs, setPreview);

  if (preview) {
    return <BatchPurchase args={batchArgs} preview={preview} onBack={() => setPreview(undefined)} />;
  }
  const pages = Math.max(1, Math.ceil(list.total / list.page_size));
  const status = list.status ?? '';
  const query = typeof args.query === 'string' ? args.query.trim() : '';
  return (
    <>
      <div class="row apart">
        <Heading
          lead={[count(list.total, 'order'), query && `found for “${query}”`].filter(Boolean).join(' ')}
        >
          Orders
        </Heading>
        <label>
          <span class="visually-hidden">Status</span>
          <select
            value={status}
            disabled={busy}
            onChange={({ currentTarget }) => read({ ...args, status: currentTarget.value, page: 1 })}
          >
            {status === '' && <option value="">All statuses</option>}
            <option value="active">Active orders</option>
            {STATUSES.map(([name, label]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
      {problem && <Notice tone="bad">{problem}</Notice>}
      {list.orders.length === 0 ? (
        <p class="quiet">No order matches this filter.</p>
      ) : (
        <OrderTable orders={list.orders} chosen={chosen} onChange={mayBuy ? setChosen : undefined} />
      )}
      <div class="row apart">
        {pages > 1 ? (
          <div class="row pager">
            <button
              type="button"
              disabled={busy || list.page <= 1}
              onClick={() => read({ ...args, page: list.page - 1 })}
            >
              Previous page
            </button>
            <span class="quiet">{`${list.page} of ${pages}`}</span>
            <button
              type="button"
              disabled={busy || list.page >= pages}
              onClick={() => read({ ...args, page: list.page + 1 })}
            >
              Next page
            </button>
          </div>
        ) : (
          <span />
        )}
        {mayBuy && (chosen.size > 0 || list.orders.some(isReady)) && (
          <button type="button" class="primary" disabled={busy || chosen.size === 0} onClick={price}>
            {chosen.size === 0 ? 'Choose orders to price' : `Price labels for ${count(chosen.size, 'order')}`}
          </button>
        )}
      </div>
      {!mayBuy && <MayNotBuy />}
    </>
  );
}

/** One entry for each label that people see, because some statuses have the same. */
const STATUSES = [...new Map(Object.entries(ORDER_STATUS_LABELS).map(([name, label]) => [label, name]))].map(
  ([label, name]) => [name, label] as const,
);

startView('orders', OrdersView);
