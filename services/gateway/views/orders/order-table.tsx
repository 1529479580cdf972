import { AddressBadge, Badge } from '../base/blocks';
import { day, money } from '../base/words';
import { isReady, type OrderRow } from './order';

interface Props {
  readonly orders: readonly OrderRow[];
  readonly chosen: ReadonlySet<number>;
  /** Called with the selected orders. Absent: orders cannot be selected. */
  readonly onChange?: ((chosen: ReadonlySet<number>) => void) | undefined;
}

/** A page of orders. Orders that are ready to ship can be selected. */
export function OrderTable({ orders, chosen, onChange }: Props) {
  const ready = orders.filter(isReady).map(({ order_id }) => order_id);
  const all = ready.length > 0 && ready.every((id) => chosen.has(id));
  const some = ready.some((id) => chosen.has(id));
  const toggle = (ids: readonly number[], on: boolean) => {
    const next = new Set(chosen);
    for (const id of ids) on ? next.add(id) : next.delete(id);
    onChange?.(next);
  };
  return (
    <table class="orders">
      <caption class="visually-hidden">Orders</caption>
      <thead>
        <tr>
          {onChange && (
            <th scope="col" class="check">
              <input
                type="checkbox"
                aria-label="All orders on this page that are ready to ship"
                checked={all}
                indeterminate={some && !all}
                disabled={ready.length === 0}
                onChange={({ currentTarget }) => toggle(ready, currentTarget.checked)}
              />
            </th>
          )}
          <th scope="col">Order</th>
          <th scope="col">Status</th>
          <th scope="col" class="number">
            Total
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <tr key={order.order_id}>
            {onChange && (
              <td class="check">
                {isReady(order) && (
                  <input
                    type="checkbox"
                    id={`order-${order.order_id}`}
                    checked={chosen.has(order.order_id)}
                    onChange={({ currentTarget }) => toggle([order.order_id], currentTarget.checked)}
                  />
                )}
              </td>
            )}
            <td>
              <label class="name" for={`order-${order.order_id}`}>
                {order.name}
              </label>
              <div class="quiet small">
                {[order.order_number, placeOf(order)].filter(Boolean).join(' · ')}
              </div>
            </td>
            <td>
              <Badge tone={order.void_pending ? 'warn' : (TONES[order.status] ?? 'neutral')}>
                {order.void_pending ? 'Void pending' : order.status}
              </Badge>
              {(order.address_status === 'warning' || order.address_status === 'error') && (
                <div>
                  <AddressBadge status={order.address_status} />
                </div>
              )}
              {order.date && <div class="quiet small">{day(order.date)}</div>}
            </td>
            <td class="number">{money(order.total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const TONES: Readonly<Record<string, 'good' | 'warn' | 'bad' | 'accent'>> = {
  'Ready to ship': 'accent',
  Delivered: 'good',
  'Return complete': 'good',
  'Waiting for payment': 'warn',
  'Delivery failure': 'bad',
  'Returned to sender': 'bad',
};

const placeOf = ({ city, state, country }: OrderRow): string =>
  [city, state, country === 'US' ? '' : country].filter(Boolean).join(', ');
