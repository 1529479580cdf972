/** Actions that are limited per network and account, in addition to the rate limits of tokens. */
export const QUOTAS = [
  'sign_up',
  'sign_in',
  'mail_to_others',
  'label_links',
  'metadata_lookups',
  'store_imports',
  'verification_mails',
  'webhook_tests',
  'card_pages',
] as const;

export type QuotaName = (typeof QUOTAS)[number];

/** The most uses within any period of `seconds`. */
export interface Quota {
  /** Uses per IPv4 address or IPv6 /64. */
  readonly network: number;
  /** Uses per account. If nobody is signed in, uses per e-mail address or per link. */
  readonly account: number;
  readonly seconds: number;
}

export type Quotas = Readonly<Record<QuotaName, Quota>>;

/** Strict limits for production. Each quota has a configuration variable, such as `QUOTA_SIGN_UP`. */
export const DEFAULT_QUOTAS: Quotas = {
  // The `account` limit counts sign-ups per entered e-mail address, because each sign-up sends a mail to the entered
  // address.
  sign_up: { network: 10, account: 3, seconds: 3_600 },
  // Counts only failed sign-ins.
  sign_in: { network: 10, account: 10, seconds: 900 },
  // Counts the letters and campaigns that were confirmed. The network limit is high, because the assistants of many
  // accounts send their requests from the network of one provider.
  mail_to_others: { network: 600, account: 200, seconds: 3_600 },
  // The account limit counts the uses of one link.
  label_links: { network: 300, account: 60, seconds: 60 },
  // Counts downloaded documents. A cached document is not counted.
  metadata_lookups: { network: 30, account: 15, seconds: 600 },
  store_imports: { network: 120, account: 20, seconds: 3_600 },
  verification_mails: { network: 20, account: 5, seconds: 3_600 },
  // Tests are limited, because each test sends a request to an address that the account chose. The limit allows the
  // many tests that an owner needs to repair an endpoint.
  webhook_tests: { network: 300, account: 60, seconds: 3_600 },
  // Each use opens a page where an owner enters a card. The limit stops a thief who tests stolen card numbers there.
  card_pages: { network: 30, account: 10, seconds: 86_400 },
};

const FORM = /^(\d{1,4})\/(\d{1,4})\/(\d{1,6})$/;
/**
 * The highest limit that a quota may have. There is such a maximum because one document stores the time of each use.
 */
const MAX_USES = 1_000;

/**
 * Reads a quota such as `10/3/3600`: ten per network and three per account in an hour. Returns undefined for any other
 * text.
 */
export function parseQuota(text: string): Quota | undefined {
  const [network = 0, account = 0, seconds = 0] = (FORM.exec(text)?.slice(1) ?? []).map(Number);
  const counts = [network, account].every((count) => count > 0 && count <= MAX_USES);
  return counts && seconds > 0 ? { network, account, seconds } : undefined;
}

export const formatQuota = ({ network, account, seconds }: Quota): string =>
  `${network}/${account}/${seconds}`;
