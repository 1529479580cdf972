import type { Approval } from '@parcelyard/contracts/billing';
import type { ComponentChildren } from 'preact';
import { Notice, PageHead } from '../../view/blocks';
import { formatMoney } from '../../view/format';
import { ButtonLink } from '../../view/forms';
import { Moment } from '../../view/moment';
import { PurchaseCard, type PurchaseProps } from './purchase-card';
import { PurchaseDetails } from './purchase-details';
import { type PurchaseView, type Settled, settledByOrder } from './read-purchase';

interface Words {
  readonly tone: 'good' | 'info' | 'warn';
  readonly title: string;
  readonly sentence: (approval: Approval) => ComponentChildren;
}

const until = ({ expiresAt }: Approval) =>
  expiresAt && (
    <>
      {' '}
      Your approval is valid until <Moment at={expiresAt} />.
    </>
  );

/** The decision in words, by the approval's status. */
const WORDS: Readonly<Record<string, Words>> = {
  allowed: {
    tone: 'good',
    title: 'You allowed it',
    sentence: (approval) => (
      <>
        Go back to your assistant. If it does not continue, ask it to try again.
        {until(approval)}
      </>
    ),
  },
  denied: {
    tone: 'info',
    title: 'You denied it',
    sentence: () =>
      'Nothing was bought or charged. This purchase can no longer be allowed. Your assistant sees that you denied it.',
  },
  used: {
    tone: 'good',
    title: 'It was bought',
    sentence: () => 'You allowed it, and your assistant has bought it. Your approval is used up.',
  },
  expired: {
    tone: 'warn',
    title: 'The request has expired',
    sentence: () =>
      'Nothing was bought or charged. If you still want it, ask your assistant to try again. You will be asked again.',
  },
};

const settled = (title: string): Words => ({
  tone: 'info',
  title,
  sentence: () => 'There is nothing to decide. Nothing was charged, and the request will expire.',
});

/** The order meanwhile has a label, has ended, or goes to another address. */
const SETTLED: Readonly<Record<Settled, Words>> = {
  labelled: settled('The order already has a label'),
  canceled: settled('The order was canceled'),
  withdrawn: settled('The order no longer needs a return label'),
  moved: {
    tone: 'warn',
    title: 'The destination has changed',
    sentence: () =>
      'The address of the order has changed since you were asked. Nothing was bought or charged. Ask your assistant to try again. You will be asked again.',
  },
};

const wordsFor = (approval: Approval, purchase: PurchaseView): Words => {
  const settledBy = approval.status === 'pending' ? settledByOrder(purchase) : undefined;
  return settledBy ? SETTLED[settledBy] : (WORDS[approval.status] ?? OTHER);
};

/** The words for a status that this version does not know. */
const OTHER: Words = {
  tone: 'info',
  title: 'Already decided',
  sentence: () => 'There is nothing to decide.',
};

interface Props extends PurchaseProps {
  /** Why the decision that was just sent had no effect. */
  problem: ComponentChildren;
}

/** An approval that was decided or has expired. */
export const DecidedView = ({ approval, purchase, account, problem }: Props) => {
  const { tone, title, sentence } = wordsFor(approval, purchase);
  return (
    <>
      <PageHead title={title} lead={`A purchase of ${formatMoney(approval.totalCents)}.`} />
      <div class="stack">
        {problem && <Notice tone="bad">{problem}</Notice>}
        <Notice tone={tone}>{sentence(approval)}</Notice>
        <PurchaseCard approval={approval} purchase={purchase} account={account} />
        <PurchaseDetails approval={approval} purchase={purchase} />
        <div class="row">
          <ButtonLink href="/approvals" look="quiet">
            All waiting purchases
          </ButtonLink>
          <ButtonLink href="/settings/activity" look="quiet">
            View activity
          </ButtonLink>
          <ButtonLink href="/settings/limits" look="quiet">
            Change your limits
          </ButtonLink>
        </div>
      </div>
    </>
  );
};
