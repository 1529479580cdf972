import type { CardDecline, Card as SavedCard } from '@parcelyard/contracts/billing';
import { capitalized } from '../../../../values/capitalized';
import { Badge, Card, Notice } from '../../view/blocks';
import { Button, PostForm } from '../../view/forms';
import { Moment } from '../../view/moment';

interface Props {
  path: string;
  card: SavedCard;
  problem: string | undefined;
}

/** The card for recharges. Its number is entered only on the pages of the payment service. */
export const CardCard = ({ path, card, problem }: Props) => (
  <Card title="Card" aside={<State card={card} />}>
    <div class="stack-tight">
      {problem && <Notice tone="bad">{problem}</Notice>}
      <p>{describe(card)}</p>
      {card.state === 'unconfirmed' && (
        <p>
          Your bank wants you to confirm the payment, so nothing was charged. Press the button below, enter
          the card again and confirm. Then buy the label again.
        </p>
      )}
      {card.state === 'declined' && card.decline && <Declined decline={card.decline} />}
      <p class="muted small">
        Auto-recharge charges this card. The payment provider stores its number; we never see it.
      </p>
      <div class="row">
        <PostForm action={`${path}/card`}>
          <Button look={BUTTONS[card.state] ? 'plain' : 'quiet'}>
            {BUTTONS[card.state] ?? 'Use another card'}
          </Button>
        </PostForm>
        {card.hasPortal && (
          <PostForm action={`${path}/cards`}>
            <Button look="quiet">Manage cards</Button>
          </PostForm>
        )}
      </div>
    </div>
  </Card>
);

/** Why recharges are paused, and what the owner can do. */
const Declined = ({ decline: { words, askAgainAt } }: { decline: CardDecline }) => (
  <p>
    The last recharge was declined: {words}{' '}
    {askAgainAt ? (
      <>
        The card is not charged again before <Moment at={wholeMinute(askAgainAt)} />. After that, your next
        label purchase tries the card once more. Ask your bank for the reason, or use another card.
      </>
    ) : (
      'The bank no longer accepts charges to this card, so it is not charged again. Use another card.'
    )}
  </p>
);

/** Returns the time rounded up to a minute. It is shown without seconds, and nobody should try too early. */
const wholeMinute = (at: Date) => new Date(Math.ceil(at.getTime() / 60_000) * 60_000);

const BUTTONS: Readonly<Record<string, string>> = {
  none: 'Add a card',
  unconfirmed: 'Confirm with your bank',
  declined: 'Use another card',
};

const STATES: Readonly<Record<string, { tone: 'good' | 'bad' | 'warn'; text: string }>> = {
  ok: { tone: 'good', text: 'Ready' },
  expiring: { tone: 'warn', text: 'Expires soon' },
  expired: { tone: 'bad', text: 'Expired' },
  unconfirmed: { tone: 'bad', text: 'Confirm with your bank' },
  declined: { tone: 'bad', text: 'Declined' },
};

/** What happens to a charge of a sandbox card, by its last digits. */
const SANDBOX_STATES: Readonly<Record<string, string>> = {
  '0002': 'Will be declined',
  '9979': 'Will be declined as stolen',
  '0119': 'Charges will get no answer',
};

const State = ({ card }: { card: SavedCard }) => {
  const sandbox = card.brand === 'sandbox' && card.state === 'ok' ? SANDBOX_STATES[card.last4] : undefined;
  const state = sandbox ? ({ tone: 'warn', text: sandbox } as const) : STATES[card.state];
  return state ? <Badge tone={state.tone}>{state.text}</Badge> : <Badge>None</Badge>;
};

function describe({ state, brand, last4, expMonth, expYear }: SavedCard): string {
  if (state === 'none') return 'No card. You can only buy labels that the balance covers.';
  if (last4 === '') return 'A payment method that the operator of this server has set for your account.';
  const until = `${String(expMonth).padStart(2, '0')}/${expYear}`;
  return `${capitalized(brand)} ending in ${last4}, valid until ${until}`;
}
