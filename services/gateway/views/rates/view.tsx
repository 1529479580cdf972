import { carrierName } from '@parcelyard/service-kit/carriers';
import { useState } from 'preact/hooks';
import { ask, failureWords, readAnswer } from '../base/answers';
import { Heading, MayNotBuy, Notice } from '../base/blocks';
import { RequestRefused } from '../base/bridge';
import { startView, useHost, type ViewProps } from '../base/start-view';
import { count, money, weight } from '../base/words';
import type { Choice, Preview } from '../waiting/preview';
import { PurchasePanel } from '../waiting/purchase-panel';
import type { Rate, Rates } from './rate';
import { RateTable } from './rate-table';

/** Shows the answer of `get_rates`. Choosing a rate shows its purchase. */
function RatesView({ result, input }: ViewProps) {
  const answer = readAnswer<Rates>(result);
  if ('refusal' in answer) return <Notice tone="bad">{answer.refusal}</Notice>;
  return <Comparison rates={answer.data} parcel={parcelWords(input)} />;
}

interface Chosen {
  readonly choice: Choice;
  readonly preview: Preview;
}

function Comparison({ rates, parcel }: { rates: Rates; parcel: string }) {
  const { bridge, mayBuy: offered } = useHost();
  const [chosen, setChosen] = useState<Chosen>();
  const [pending, setPending] = useState<Rate>();
  const [problem, setProblem] = useState<string>();
  // This connection may not have the tool: a host (chat program) may show a document from another connection.
  const [unknownTool, setUnknownTool] = useState(false);
  const mayBuy = offered && !unknownTool;

  const choose = async (rate: Rate) => {
    const choice = choiceOf(rates, rate);
    setPending(rate);
    setProblem(undefined);
    try {
      const answer = await ask<Preview>(bridge, 'buy_label', choice);
      if ('data' in answer) setChosen({ choice, preview: answer.data });
      else setProblem(answer.refusal);
    } catch (error) {
      if (error instanceof RequestRefused) setUnknownTool(true);
      else setProblem(failureWords(error));
    }
    setPending(undefined);
  };

  if (chosen) return <PurchasePanel {...chosen} onBack={() => setChosen(undefined)} />;
  return (
    <>
      <Heading lead={parcel}>{rates.return ? 'Rates for the return label' : 'Carrier rates'}</Heading>
      {rates.warnings?.map((warning) => (
        <Notice key={warning} tone="warn">
          {warning}
        </Notice>
      ))}
      {problem && <Notice tone="bad">{problem}</Notice>}
      {rates.rates.length === 0 ? (
        <p class="quiet">
          {rates.left_out ? 'No rate matches the filters.' : 'No carrier offers a rate for this parcel.'}
        </p>
      ) : (
        <RateTable rates={rates.rates} onChoose={mayBuy ? choose : undefined} pending={pending} />
      )}
      {rates.errors.map(({ carrier, message }) => (
        <p key={carrier} class="quiet small">{`${carrierName(carrier)} gave no rates: ${message}`}</p>
      ))}
      <p class="quiet small">
        {[
          rates.insurance && `Insurance adds ${money(rates.insurance.amount)}.`,
          rates.left_out ? `${count(rates.left_out, 'rate')} left out by the filters.` : '',
          mayBuy && rates.rates.length > 0
            ? 'Choose a rate to see the total price. This buys nothing yet.'
            : '',
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      {!mayBuy && <MayNotBuy />}
    </>
  );
}

const choiceOf = ({ order_id, package_id }: Rates, { rate_id, method, service_level }: Rate): Choice => ({
  order_id,
  package_id,
  rate_id,
  method,
  service_level,
});

interface Parcel {
  readonly weight_oz?: number;
  readonly weight_lb?: number;
  readonly length?: number;
  readonly width?: number;
  readonly height?: number;
}

function parcelWords({ weight_oz, weight_lb, length, width, height }: Parcel): string {
  const ounces = weight_oz || (weight_lb ?? 0) * 16;
  const sides = length && width && height ? `${length} × ${width} × ${height} in` : '';
  return [ounces > 0 && weight(ounces), sides].filter(Boolean).join(' · ');
}

startView('rates', RatesView);
