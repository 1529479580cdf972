import type { AccountId } from '@parcelyard/service-kit/ids';
import type { SavedCard } from '../../domain/card';
import type { CardDesk } from '../../ports';

/** The sandbox's card page is a page of this product. It offers the test cards. */
const SANDBOX_CARD_PAGE = '/settings/billing/sandbox-card';

const CARDS: readonly SavedCard[] = [
  { paymentMethod: 'sandbox_ok', brand: 'sandbox', last4: '4242', expMonth: 12, expYear: 2099 },
  { paymentMethod: 'sandbox_declined', brand: 'sandbox', last4: '0002', expMonth: 12, expYear: 2099 },
  { paymentMethod: 'sandbox_stolen', brand: 'sandbox', last4: '9979', expMonth: 12, expYear: 2099 },
  { paymentMethod: 'sandbox_timeout', brand: 'sandbox', last4: '0119', expMonth: 12, expYear: 2099 },
];

const sandboxCard = (paymentMethod: string): SavedCard | undefined =>
  CARDS.find((card) => card.paymentMethod === paymentMethod);

/**
 * The sandbox has no real card pages. The id of a card page's session contains the account and the chosen card, such as
 * `7:sandbox_ok`.
 */
export const sandboxCards: CardDesk = {
  pageOrigins: [],
  makeCustomer: async ({ accountId }) => `sandbox_${accountId}`,
  startSetup: async ({ returnUrl }) => `${new URL(returnUrl).origin}${SANDBOX_CARD_PAGE}`,
  readSetup: async (sessionId) => {
    const [account, paymentMethod = ''] = sessionId.split(':');
    const card = sandboxCard(paymentMethod);
    return card && { accountId: Number(account) as AccountId, card };
  },
  useCard: async () => true,
  openPortal: async (_, returnUrl) => `${new URL(returnUrl).origin}${SANDBOX_CARD_PAGE}`,
  readCustomer: async () => undefined,
};
