import type { Balance } from '@parcelyard/contracts/billing';
import { type DollarsFault, inDollars, readDollars } from '../../routing/read-dollars';
import { Badge, Card } from '../../view/blocks';
import { formatMoney } from '../../view/format';
import { Button, Field, PostForm } from '../../view/forms';

export const BalanceCard = ({ balance }: { balance: Balance }) => (
  <Card title="Postage balance">
    <p class="amount">{formatMoney(balance.availableCents)}</p>
    <p class="muted small">{balanceWords(balance)}</p>
  </Card>
);

function balanceWords({ availableCents, heldCents, autoRechargeCents }: Balance): string {
  if (heldCents > 0) return `${formatMoney(heldCents)} more is held for purchases in progress.`;
  if (availableCents <= 0 && autoRechargeCents === 0)
    return 'Not enough for a label. Save an auto-recharge amount: your card then pays for the next label.';
  return 'Labels, insurance and fees are paid from it. Voided labels are refunded to it.';
}

interface AutoRechargeFormProps {
  action: string;
  cents: number;
  /** What was entered and refused, to show it in the form again. */
  given: string | null;
  problem: string | undefined;
}

/** An auto-recharge of exactly one cent means "pay as you go". */
const PAY_AS_YOU_GO_CENTS = 1;

/** The form for the amount that is charged when the balance is too low. @see [MCP-M2], [MCP-M3] */
export const AutoRechargeForm = ({ action, cents, given, problem }: AutoRechargeFormProps) => (
  <Card title="Auto-recharge" aside={<State cents={cents} />}>
    <PostForm action={action} class="stack-tight">
      <Field
        label="Amount in US dollars"
        name="auto_recharge"
        value={given ?? (cents / 100).toFixed(2)}
        inputMode="decimal"
        hint="Charged when the balance does not cover a label. Enter 0.01 to pay as you go, with a fee of $0.30 a label. Enter 0 to switch auto-recharge off."
        error={problem}
        required
      />
      <div>
        <Button>Save amount</Button>
      </div>
    </PostForm>
  </Card>
);

const State = ({ cents }: { cents: number }) => {
  if (cents === 0) return <Badge>Off</Badge>;
  return <Badge tone="good">{cents === PAY_AS_YOU_GO_CENTS ? 'Pay as you go' : 'On'}</Badge>;
};

const MAX_CENTS = 1_000_000;

export function parseAmount(text: string): { cents: number } | { problem: string } {
  if (text.trim() === '') return { problem: 'Enter an amount, or 0 to switch auto-recharge off.' };
  const read = readDollars(text, MAX_CENTS);
  return 'cents' in read ? read : { problem: `Enter ${ruleOf(read.fault, text)}.` };
}

const ruleOf = (fault: DollarsFault, text: string) =>
  fault === 'too_large'
    ? `at most ${inDollars(MAX_CENTS)}`
    : `an amount in dollars such as 25.00; got "${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`;
