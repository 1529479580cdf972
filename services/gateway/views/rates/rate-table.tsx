import { useState } from 'preact/hooks';
import { Badge } from '../base/blocks';
import { count, day, money } from '../base/words';
import { inOrder, type Order, type Rate } from './rate';
import './rates.css';

interface Props {
  readonly rates: readonly Rate[];
  /** Called with the chosen rate. Absent: rates cannot be selected. */
  readonly onChoose?: ((rate: Rate) => void) | undefined;
  readonly pending?: Rate | undefined;
}

const HEADINGS: readonly (readonly [Order, string, string])[] = [
  ['carrier', 'Service', ''],
  ['day', 'Arrives', ''],
  ['price', 'Postage', 'number'],
];

/** Rates, sorted by price, day or carrier. A row is selected by the name of its service. */
export function RateTable({ rates, onChoose, pending }: Props) {
  const [order, setOrder] = useState<Order>('price');
  return (
    <table class="rates">
      <caption class="visually-hidden">Carrier rates</caption>
      <thead>
        <tr>
          {HEADINGS.map(([by, name, kind]) => (
            <th key={by} scope="col" class={kind} aria-sort={order === by ? 'ascending' : undefined}>
              <button type="button" class="sort" onClick={() => setOrder(by)}>
                {name}
              </button>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {inOrder(rates, order).map((rate) => (
          <tr key={rate.rate_id} class={onChoose && 'choosable'}>
            <td>
              {onChoose ? (
                <button
                  type="button"
                  class="choose"
                  disabled={pending !== undefined}
                  aria-busy={pending === rate}
                  onClick={() => onChoose(rate)}
                >
                  {rate.method}
                </button>
              ) : (
                <span class="service">{rate.method}</span>
              )}
              {rate.attributes.length > 0 && (
                <div class="badges">
                  {rate.attributes.map((attribute) => (
                    <Badge key={attribute} tone={ATTRIBUTES[attribute]?.[1] ?? 'neutral'}>
                      {ATTRIBUTES[attribute]?.[0] ?? attribute}
                    </Badge>
                  ))}
                </div>
              )}
            </td>
            <td>
              {rate.estimated_delivery_date ? day(rate.estimated_delivery_date) : 'Unknown'}
              <div class="quiet small">
                {rate.delivery_days !== null && count(rate.delivery_days, 'working day')}
                {rate.delivery_date_guaranteed && ', guaranteed'}
              </div>
            </td>
            <td class="number">
              <span class="service">{money(rate.amount)}</span>
              {rate.billed_by_carrier ? (
                <div class="quiet small">billed by the carrier</div>
              ) : (
                rate.retail_amount > rate.amount && (
                  <div class="quiet small">
                    <span class="visually-hidden">instead of </span>
                    <s>{money(rate.retail_amount)}</s>
                  </div>
                )
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const ATTRIBUTES: Readonly<Record<string, readonly [string, 'good' | 'accent' | 'neutral']>> = {
  cheapest: ['Cheapest', 'good'],
  fastest: ['Fastest', 'accent'],
  best_value: ['Best value', 'neutral'],
};
