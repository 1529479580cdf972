import type { StoreFulfillment as Fulfillment, Order } from '@parcelyard/contracts/orders';
import { Card, Notice } from '../../view/blocks';
import { Button, PostForm } from '../../view/forms';
import { SmallMoment } from '../../view/moment';
import { webFailure } from '../../wording';

const WORDS: Readonly<Record<string, string>> = {
  pending: 'The store is being notified of the label.',
  waiting_for_print: 'The store will be notified when the label is printed.',
  fulfilled: 'Marked as fulfilled in the store, with the tracking number.',
  not_needed: 'The store had nothing left to fulfill in this order.',
  withdrawing: 'The label was voided. The store is being notified.',
  withdrawn: 'The label was voided, and its fulfillment in the store was canceled.',
  failed: 'The store was not notified of this label.',
};

/** Whether the store was told about the order's label. If that failed, the owner can repeat it. */
export const StoreFulfillmentCard = ({ order }: { order: Order }) => {
  const { storeFulfillment } = order;
  if (!storeFulfillment) return null;
  return (
    <Card title="In the store">
      <div class="stack-tight">
        <Told {...storeFulfillment} />
        {storeFulfillment.state === 'failed' && (
          <PostForm action={`/orders/${order.orderId}/fulfillment`}>
            <Button look="quiet">Notify the store again</Button>
          </PostForm>
        )}
      </div>
    </Card>
  );
};

const Told = ({ state, at, failure }: Fulfillment) => (
  <>
    {failure ? <Notice tone="warn">{webFailure(failure)}</Notice> : <p>{WORDS[state] ?? state}</p>}
    <SmallMoment at={at} />
  </>
);
