import type {
  BuyLabelRequest,
  BuyLabelResponse,
  BuyLabelResult,
  BuyReturnLabelRequest,
} from '@parcelyard/contracts/shipping';
import { type Cents, cents } from '@parcelyard/money/cents';
import { fromDollars, toDollars } from '@parcelyard/money/dollars';
import type { OperationContext } from './operation-context';

interface Ceilings {
  /** The most that the postage may cost, in dollars. */
  readonly maxCost?: number | undefined;
  /** The most that may be charged in all, in dollars. */
  readonly maxCharge?: number | undefined;
}

type LabelChoice = Omit<BuyLabelRequest, 'accountId' | 'maxCostCents' | 'maxChargeCents'> & Ceilings;
type ReturnPurchase = Omit<BuyReturnLabelRequest, 'accountId' | 'maxCostCents' | 'maxChargeCents'> & Ceilings;
type Context = Pick<OperationContext, 'caller' | 'clients' | 'touched'>;
type Outcome = NonNullable<BuyLabelResponse['outcome']>;

/**
 * Previews or buys the label of a rated order.
 * @see [MCP-S3], [MCP-S4]
 */
export async function buyRatedLabel(
  { caller, clients, touched }: Context,
  { maxCost, maxCharge, ...purchase }: LabelChoice,
): Promise<Outcome> {
  const ceilings = inCents({ maxCost, maxCharge });
  return requireOutcome(await clients.shipping.buyLabel(caller, { ...purchase, ...ceilings }), touched);
}

/** Previews or buys the label for a customer's return. */
export async function buyReturnLabel(
  { caller, clients, touched }: Context,
  { maxCost, maxCharge, ...purchase }: ReturnPurchase,
): Promise<Outcome> {
  const ceilings = inCents({ maxCost, maxCharge });
  return requireOutcome(await clients.shipping.buyReturnLabel(caller, { ...purchase, ...ceilings }), touched);
}

function inCents({ maxCost, maxCharge }: Ceilings) {
  const ceiling = (amount: number | undefined) =>
    amount === undefined ? undefined : wholeCentsWithin(amount);
  return { maxCostCents: ceiling(maxCost), maxChargeCents: ceiling(maxCharge) };
}

function requireOutcome({ outcome }: BuyLabelResponse, touched: Context['touched']): Outcome {
  if (!outcome) throw new Error('Shipping returned neither a preview nor a result.');
  if (outcome.$case === 'result') touched({ amountCents: chargedNowCents(outcome.result) });
  return outcome;
}

/** Converts a limit from dollars to cents, rounding down: 5.005 allows 5.00. */
export function wholeCentsWithin(ceiling: number): Cents {
  const rounded = fromDollars(ceiling);
  return toDollars(rounded) > ceiling ? cents(rounded - 1) : rounded;
}

/**
 * Returns what this call charged. A repeated call charged 0, although its result shows the amounts of the first call.
 */
const chargedNowCents = (result: BuyLabelResult): number => (result.chargedNow ? chargedCents(result) : 0);

/** Returns what the balance paid. Postage that the carrier bills to the merchant itself is not part of it. */
const chargedCents = ({ label, postageCents, insuranceCents, feeCents }: BuyLabelResult): number =>
  (label?.billedByCarrier ? 0 : postageCents) + insuranceCents + feeCents;

/** Returns the total that a bought label cost the balance, in dollars. */
export const totalDollars = (result: BuyLabelResult): number => toDollars(chargedCents(result));

export const NOTHING_CHARGED =
  'The order already had this label; this call charged nothing. The amounts are what the label cost when it was bought.';
