import { useEffect, useState } from 'preact/hooks';
import { askData, failureWords } from '../base/answers';
import { Heading, MayNotBuy, Notice } from '../base/blocks';
import { useHost } from '../base/start-view';
import { money } from '../base/words';
import { type Bought, LabelPanel } from '../label/label-panel';
import { LookUp } from '../label/look-up';
import { ConfirmButton, useConfirm } from './confirm';
import { OwnerWaits } from './owner-waits';
import { type Choice, type Preview, prospectOf, type SpendingLimits } from './preview';
import { Charges, Customs, Limits, ParcelLine, Recipient } from './purchase-facts';
import type { Refusal } from './refusal';
import { CannotBuy, CheckAgain, useLatest } from './use-latest';

interface Props {
  readonly choice: Choice;
  readonly preview: Preview;
  /** The refusal that the model got when it confirmed. */
  readonly refusal?: Refusal | undefined;
  /** Returns to the list of rates. */
  readonly onBack?: () => void;
}

/** The whole purchase, the button that buys, and then the result. */
export function PurchasePanel({ choice, preview: first, refusal: given, onBack }: Props) {
  const latest = useLatest('buy_label', choice, first);
  const preview = latest.preview ?? first;
  const { bridge, mayBuy } = useHost();
  const [limits, setLimits] = useState<SpendingLimits>();
  const [limitsFailed, setLimitsFailed] = useState<string>();
  const purchase = useConfirm<Bought>(
    'buy_label',
    { ...choice, max_charge: preview.total_charge },
    ({ tracking_number, total_charge }) =>
      bridge.sendToModel(
        `The user bought the label of order ${choice.order_id} in the view: tracking ${tracking_number}, ${money(total_charge)} charged.`,
      ),
  );

  useEffect(() => {
    askData<{ spending_limits: SpendingLimits }>(bridge, 'get_balance', {}).then(
      ({ spending_limits }) => setLimits(spending_limits),
      (error) => setLimitsFailed(failureWords(error)),
    );
  }, [bridge]);

  const { state } = purchase;
  if (state.is === 'done') return <LabelPanel orderId={choice.order_id} bought={state.data} isNew />;
  const prospect = prospectOf(preview, limits);
  if (prospect === 'has its label') {
    return <LabelPanel orderId={choice.order_id} isReturn={preview.return} note={preview.message} />;
  }
  const refusal = state.is === 'ready' ? (state.refusal ?? given) : undefined;
  const asks = prospect === 'asks the owner' && refusal?.kind !== 'approval';
  return (
    <>
      <Heading takesFocus={onBack !== undefined} lead={<ParcelLine preview={preview} />}>
        {preview.method}
        {preview.return && ', return label'}
      </Heading>
      {preview.warnings.length > 0 && (
        <Notice tone="warn" title="Look at this first">
          {preview.warnings.map((warning) => (
            <p key={warning}>{warning}</p>
          ))}
        </Notice>
      )}
      <div class="columns">
        <Recipient to={preview.ship_to} check={preview.address_check} />
        <Charges preview={preview} />
        <Customs preview={preview} />
        <Limits limits={limits} />
      </div>
      {limitsFailed && <p class="quiet small">{`The owner's limits could not be read: ${limitsFailed}`}</p>}
      {prospect === 'is refused' && !refusal && <CannotBuy latest={latest} words={preview.message} />}
      {refusal && <OwnerWaits refusal={refusal} />}
      {asks && !refusal && (
        <Notice tone="neutral">
          <p>{`This costs more than ${money(limits?.ask_above ?? 0)}, so the owner is asked first. Asking charges nothing.`}</p>
        </Notice>
      )}
      {state.is === 'unknown' && (
        <LookUp orderId={choice.order_id} isReturn={preview.return} words={state.words} />
      )}
      {mayBuy ? (
        <div class="row">
          {prospect !== 'is refused' && state.is !== 'unknown' && (
            <ConfirmButton confirmation={purchase} busy={asks ? 'Asking…' : 'Buying…'}>
              {asks ? 'Ask the owner' : `Buy for ${money(preview.total_charge)}`}
            </ConfirmButton>
          )}
          {prospect === 'is refused' && <CheckAgain latest={latest} words={preview.message} />}
          {onBack && state.is !== 'sent' && (
            <button type="button" onClick={onBack}>
              Back to the rates
            </button>
          )}
        </div>
      ) : (
        <MayNotBuy />
      )}
    </>
  );
}
