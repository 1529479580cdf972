import type { Balance } from '@parcelyard/contracts/billing';
import { Card } from '../../view/card';
import { formatMoney } from '../../view/format-money';

/** What there is to spend. */
export const BalanceCard = ({ balance: { availableCents, heldCents } }: { balance: Balance }) => (
  <Card title="Postage balance">
    <p class="amount">{formatMoney(availableCents)}</p>
    <p class="muted small">
      {heldCents > 0
        ? `${formatMoney(heldCents)} more is held for purchases under way.`
        : 'Labels, insurance and fees are paid from it. Voided labels are refunded to it.'}
    </p>
  </Card>
);
