import type { Order } from '@parcelyard/contracts/orders';
import { Card, Facts } from '../../view/blocks';
import { formatMoney } from '../../view/format';
import { Button, ButtonLink, PostForm } from '../../view/forms';
import { Moment } from '../../view/moment';
import { VoidPendingNotice } from './order-label-card';

/** The steps of a return that the owner takes by hand. */
export type ReturnChange = 'request' | 'withdraw' | 'receive' | 'complete';

interface Stage {
  readonly words: string;
  readonly changes: readonly (readonly [ReturnChange, string])[];
  /** Whether the return label can be bought now. */
  readonly buys?: true;
}

const RECEIVE = ['receive', 'Mark as received'] as const;
const WITHDRAW = ['withdraw', 'Withdraw the return'] as const;

const STAGES: Readonly<Record<string, Stage>> = {
  Delivered: {
    words: 'If the customer sends the parcel back, request a return, then buy its label.',
    changes: [['request', 'Request a return']],
  },
  PrintReturnLabel: { words: 'The return needs a label.', changes: [WITHDRAW], buys: true },
  ReturnLabelRefunded: { words: 'The return label was voided.', changes: [WITHDRAW], buys: true },
  WaitingForReturn: {
    words: 'The customer has not handed the parcel over yet.',
    changes: [RECEIVE, ['withdraw', 'Void the return label']],
  },
  ReturnInTransit: { words: 'The parcel is on its way back.', changes: [RECEIVE] },
  ReturnDelivered: { words: 'The carrier has delivered the parcel.', changes: [RECEIVE] },
  ReturnedToSender: { words: 'The carrier brought the parcel back.', changes: [RECEIVE] },
  DeliveryFailureWait: { words: 'The carrier is bringing the parcel back.', changes: [RECEIVE] },
  ReturnReceived: {
    words: 'The parcel is back.',
    changes: [['complete', 'Complete the return']],
  },
  ReturnComplete: { words: 'The return is complete.', changes: [] },
};

/** How far the order's return is, and the next step. Empty when the order's status belongs to no return. */
export const ReturnCard = ({ order }: { order: Order }) => {
  const { orderId, returnLabel, status } = order;
  const stage = STAGES[status];
  if (!stage) return null;
  const path = `/orders/${orderId}/return`;
  const voidPending = returnLabel?.pendingVoid !== undefined;
  return (
    <Card title="Return">
      <p>{stage.words}</p>
      {voidPending && <VoidPendingNotice />}
      {returnLabel && (
        <Facts
          rows={[
            ['Service', returnLabel.method],
            ['Cost', formatMoney(returnLabel.costCents)],
            ...(returnLabel.purchasedAt
              ? [['Bought', <Moment at={returnLabel.purchasedAt} />] as const]
              : []),
            [
              'Tracking',
              <a key="tracking" class="code" href={returnLabel.trackingUrl}>
                {returnLabel.trackingNumber}
              </a>,
            ],
          ]}
        />
      )}
      <div class="row no-print">
        {returnLabel && !voidPending && (
          <ButtonLink href={returnLabel.labelUrl}>Open return label</ButtonLink>
        )}
        {stage.buys && <ButtonLink href={path}>Get a price for the return label</ButtonLink>}
        {stage.changes
          .filter(([change]) => !(voidPending && change === 'withdraw'))
          .map(([change, words]) =>
            change === 'withdraw' && returnLabel ? (
              <ButtonLink key={change} href={`${path}/void`} look="quiet">
                {words}
              </ButtonLink>
            ) : (
              <PostForm key={change} action={path} hidden={{ deed: change }}>
                <Button look="quiet">{words}</Button>
              </PostForm>
            ),
          )}
      </div>
    </Card>
  );
};
