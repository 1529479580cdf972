import { Badge } from '../../view/badge';
import { Button } from '../../view/button';
import { Card } from '../../view/card';
import { Field } from '../../view/field';
import { PostForm } from '../../view/post-form';

interface Props {
  action: string;
  csrf: string;
  cents: number;
  /** What was typed, when it was refused. */
  given: string | null;
  problem: string | undefined;
}

/** Auto-recharge of exactly one cent means pay as you go. */
const PAY_AS_YOU_GO_CENTS = 1;

/** How much the payment method is charged when the balance is short. @see specification, "Money rules" */
export const AutoRechargeForm = ({ action, csrf, cents, given, problem }: Props) => (
  <Card title="Auto-recharge" aside={<State cents={cents} />}>
    <PostForm action={action} csrf={csrf} class="stack-tight">
      <Field
        label="Amount in US dollars"
        name="auto_recharge"
        value={given ?? (cents / 100).toFixed(2)}
        inputMode="decimal"
        hint="Charged when the balance does not cover a label. 0.01 pays as you go, with a fee of $0.30 a label; 0 switches it off."
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
