import type {
  AccountRef,
  Card,
  FinishCardSetupRequest,
  GatewayPage,
  OpenCardPortalRequest,
  StartCardSetupRequest,
} from '@parcelyard/contracts/billing';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { BillingAccount } from '../domain/account';
import { cardState, isNewerCard } from '../domain/card';
import { askAgainAt } from '../domain/decline';
import { type BillingPorts, CardDeskSilent } from '../ports';
import { blockingDecline } from './blocking-decline';
import { accountOf, textOf } from './request-fields';

type CardPorts = Pick<BillingPorts, 'accounts' | 'declines' | 'gateway' | 'clock'>;

export async function getCard(ports: CardPorts, request: AccountRef): Promise<Card> {
  return toMessage(ports, await ports.accounts.find(accountOf(request)));
}

/**
 * Returns the address of the payment gateway's page where an owner enters a card.
 * @throws DomainError unavailable
 */
export async function startCardSetup(
  { accounts, gateway: { cards } }: CardPorts,
  request: StartCardSetupRequest,
): Promise<GatewayPage> {
  const accountId = accountOf(request);
  const returnUrl = textOf('return_url', request.returnUrl);
  const account = await accounts.find(accountId);
  const { customer: known } = account;
  const askOwner = isUnconfirmed(account);
  const pageFor = (customer: string) =>
    answered(cards.startSetup({ accountId, customer, returnUrl, askOwner }));
  const page = known && (await pageFor(known));
  if (page) return { url: page };
  const made = await answered(cards.makeCustomer({ accountId, email: request.email, former: known }));
  const url = await pageFor(await accounts.claimCustomer(accountId, made, known));
  if (!url) throw new DomainError('unavailable', 'card_pages_unavailable', {});
  return { url };
}

/**
 * Saves the card that the owner entered on the payment gateway's page. A second call changes nothing.
 * @throws DomainError not_found for an unknown session or the session of another account; failed_precondition while the
 * owner has not finished; unavailable
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
  const account = await ports.accounts.find(accountId);
  if (!isNewerCard(card, account.newestCardAt)) return toMessage(ports, account);
  if (customer && !(await answered(ports.gateway.cards.useCard(customer, card)))) {
    throw new DomainError('not_found', 'card_setup_not_found', {}, { field: 'session_id' });
  }
  // If another call has changed the account's card after `account` was read, `replaceCard` saves nothing.
  await ports.accounts.replaceCard(account, card);
  await ports.accounts.setUnconfirmed(accountId, card.paymentMethod, false);
  return toMessage(ports, await ports.accounts.find(accountId));
}

/**
 * Returns the address of the payment gateway's page where an owner replaces and removes cards.
 * @throws DomainError failed_precondition for an account that never had a card at the payment gateway; unavailable
 */
export async function openCardPortal(
  { accounts, gateway: { cards } }: CardPorts,
  request: OpenCardPortalRequest,
): Promise<GatewayPage> {
  const { customer } = await accounts.find(accountOf(request));
  const returnUrl = textOf('return_url', request.returnUrl);
  const url = customer && (await answered(cards.openPortal(customer, returnUrl)));
  if (!url) throw new DomainError('failed_precondition', 'no_card_to_manage', {});
  return { url };
}

/** Copies the customer's default card from the payment gateway to the account. */
export async function refreshCard(ports: CardPorts, customer: string): Promise<void> {
  const { accounts, gateway } = ports;
  const owner = await answered(gateway.cards.readCustomer(customer));
  if (!owner || !Number.isSafeInteger(owner.accountId)) return;
  for (;;) {
    // The account is read before the payment gateway is asked. If the owner enters a card between these two reads,
    // `replaceCard` sees that the account has changed and does not overwrite the new card.
    const account = await accounts.find(owner.accountId);
    // The account now has another customer at the payment gateway.
    if (account.customer !== customer) return;
    const used = (await answered(gateway.cards.readCustomer(customer)))?.card;
    if (!account.card && !(used && isNewerCard(used, account.newestCardAt))) return;
    if (await accounts.replaceCard(account, used)) return;
  }
}

const isUnconfirmed = ({ paymentMethod, unconfirmed }: BillingAccount) => unconfirmed === paymentMethod;

async function toMessage(ports: CardPorts, account: BillingAccount): Promise<Card> {
  const { gateway, clock } = ports;
  const { accountId, card, customer, paymentMethod } = account;
  const blocking = await blockingDecline(ports, accountId, paymentMethod);
  const common = {
    pageOrigins: [...gateway.cards.pageOrigins],
    hasPortal: customer !== undefined,
    decline: blocking && { words: blocking.words, askAgainAt: askAgainAt(blocking) },
  };
  const trouble = isUnconfirmed(account) ? 'unconfirmed' : blocking && 'declined';
  if (!card) {
    const none = { brand: '', last4: '', expMonth: 0, expYear: 0 };
    return { ...common, ...none, state: gateway.accepts(paymentMethod) ? (trouble ?? 'ok') : 'none' };
  }
  const { brand, last4, expMonth, expYear } = card;
  return { ...common, brand, last4, expMonth, expYear, state: trouble ?? cardState(card, clock.now()) };
}

/** Waits for an answer about cards. @throws DomainError unavailable */
export async function answered<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof CardDeskSilent)) throw error;
    throw new DomainError('unavailable', 'card_pages_unavailable', {}, { cause: error });
  }
}
