import { ConnectionKind } from '@parcelyard/contracts/common';
import type { ComponentChildren } from 'preact';
import { Card, Facts, Notice, PageHead } from '../../view/blocks';
import { formatMoney } from '../../view/format';
import { Button, PostForm } from '../../view/forms';
import { Moment } from '../../view/moment';
import { PurchaseCard, type PurchaseProps } from './purchase-card';
import { PurchaseDetails } from './purchase-details';

interface Props extends PurchaseProps {
  problem: ComponentChildren;
  action: string;
}

/** The question and its two buttons come first, then the details. */
export const PendingView = ({ approval, purchase, account, problem, action }: Props) => {
  const { totalCents, askAboveCents, connectionKind, askedAt, expiresAt, batch } = approval;
  return (
    <>
      <PageHead
        title="Allow this purchase?"
        lead={`It costs ${formatMoney(totalCents)}. Purchases above ${formatMoney(askAboveCents)} need your approval. Nothing has been charged.`}
      />
      <div class="stack">
        {problem && <Notice tone="bad">{problem}</Notice>}
        <PurchaseCard approval={approval} purchase={purchase} account={account} />
        <PostForm action={action} class="row">
          <Button name="decision" value="allow">
            Allow {formatMoney(totalCents)}
          </Button>
          <Button name="decision" value="deny" look="quiet">
            Deny
          </Button>
        </PostForm>
        <p class="small muted">
          If you allow it, your assistant can buy{' '}
          {batch ? 'labels for these orders to these addresses' : 'a label for this order to this address'}{' '}
          once, for this amount. Then go back to your assistant. If it does not continue, ask it to try again.
          If you did not expect this purchase, deny it and <a href="/settings/api">replace your API key</a>.
        </p>
        <PurchaseDetails approval={approval} purchase={purchase} />
        <Card title="The request">
          <Facts
            rows={[
              ['Requested by', WHO[connectionKind] ?? 'Somebody with access to your account'],
              ['Asked', askedAt ? <Moment at={askedAt} /> : '–'],
              ['Expires', expiresAt ? <Moment at={expiresAt} /> : '–'],
            ]}
          />
        </Card>
      </div>
    </>
  );
};

const WHO: Readonly<Partial<Record<ConnectionKind, string>>> = {
  [ConnectionKind.TOKEN]: 'An assistant or a program with your API key',
  [ConnectionKind.APP]: 'A connected app',
};
