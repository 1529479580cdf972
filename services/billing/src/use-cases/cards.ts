import type {
  AccountRef,
  Card,
  FinishCardSetupRequest,
  GatewayPage,
  OpenCardPortalRequest,
  StartCardSetupRequest,
} from '@parcelyard/contracts/billing';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import type { BillingAccount } from '../domain/account';
import { cardState } from '../domain/card';
import { type BillingPorts, CardDeskSilent } from '../ports';
import { accountOf, textOf } from './request-fields';

type CardPorts = Pick<BillingPorts, 'accounts' | 'gateway' | 'clock'>;

/** The account's card as people see it. */
export async function getCard(ports: CardPorts, request: AccountRef): Promise<Card> {
  return toMessage(ports, await ports.accounts.find(accountOf(request)));
}

/**
 * Opens a page of the payment gateway where a card is entered.
 * @throws DomainError unavailable
 */
export async function startCardSetup(
  { accounts, gateway: { cards } }: CardPorts,
  request: StartCardSetupRequest,
): Promise<GatewayPage> {
  const accountId = accountOf(request);
  const returnUrl = textOf('return_url', request.returnUrl);
  const { customer: known } = await accounts.find(accountId);
  const customer =
    known ??
    (await accounts.claimCustomer(accountId, await answered(cards.makeCustomer(accountId, request.email))));
  return { url: await answered(cards.startSetup({ accountId, customer, returnUrl })) };
}

/**
 * Makes what was entered on the gateway's page the account's card, however often it is told.
 * @throws DomainError not_found for a session of another account exactly as for none; failed_precondition while it is
 *   not finished; unavailable
 */
export async function finishCardSetup(ports: CardPorts, request: FinishCardSetupRequest): Promise<Card> {
  const accountId = accountOf(request);
  const setup = await answered(ports.gateway.cards.readSetup(textOf('session_id', request.sessionId)));
  if (!setup || setup.accountId !== accountId) {
    throw new DomainError('not_found', 'card_setup_not_found', {}, { field: 'session_id' });
  }
  if (!setup.card) {
    throw new DomainError('failed_precondition', 'card_setup_unfinished', {}, { field: 'session_id' });
  }
  const { customer, card } = setup;
  if (customer) await answered(ports.gateway.cards.useCard(customer, card));
  await ports.accounts.setCard(accountId, card);
  return toMessage(ports, await ports.accounts.find(accountId));
}

/**
 * Opens the gateway's page where cards are replaced and removed.
 * @throws DomainError failed_precondition for an account that never had a card there; unavailable
 */
export async function openCardPortal(
  { accounts, gateway: { cards } }: CardPorts,
  request: OpenCardPortalRequest,
): Promise<GatewayPage> {
  const { customer } = await accounts.find(accountOf(request));
  if (!customer) throw new DomainError('failed_precondition', 'no_card_to_manage', {});
  return { url: await answered(cards.openPortal(customer, textOf('return_url', request.returnUrl))) };
}

/** Takes over which card the customer uses now, as the gateway says it. */
export async function refreshCard(
  { accounts, gateway: { cards } }: CardPorts,
  customer: string,
): Promise<void> {
  const found = await answered(cards.readCustomer(customer));
  if (!found || !Number.isSafeInteger(found.accountId)) return;
  const account = await accounts.find(found.accountId as AccountId);
  // Another customer's word says nothing about this account.
  if (account.customer !== customer) return;
  await accounts.setCard(account.accountId, found.card);
}

function toMessage({ gateway, clock }: CardPorts, account: BillingAccount): Card {
  const { card, customer, paymentMethod } = account;
  const common = { pageOrigins: [...gateway.cards.pageOrigins], hasPortal: customer !== undefined };
  if (!card) {
    const none = { brand: '', last4: '', expMonth: 0, expYear: 0 };
    return { ...common, ...none, state: gateway.accepts(paymentMethod) ? 'ok' : 'none' };
  }
  const { brand, last4, expMonth, expYear } = card;
  return { ...common, brand, last4, expMonth, expYear, state: cardState(card, clock.now()) };
}

/** @throws DomainError unavailable */
async function answered<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof CardDeskSilent)) throw error;
    throw new DomainError('unavailable', 'card_pages_unavailable', {}, { cause: error });
  }
}
