import type { AccountId } from '@parcelyard/service-kit/ids';

export const PRIVACY_TOPICS = ['customers/data_request', 'customers/redact', 'shop/redact'] as const;
export type PrivacyTopic = (typeof PRIVACY_TOPICS)[number];

export const isPrivacyTopic = (topic: string): topic is PrivacyTopic =>
  (PRIVACY_TOPICS as readonly string[]).includes(topic);

/** A platform's request to show or remove the personal data of a shopper, or of a whole shop. It stores no names. */
export interface PrivacyRequest {
  id: number;
  accountId: AccountId;
  topic: PrivacyTopic;
  shop: string;
  receivedAt: Date;
  /**
   * The platform's own ids of the orders concerned. Empty when the request is about all orders that came while the shop
   * was connected.
   */
  externalIds: string[];
  spans?: { from: Date; to: Date }[] | undefined;
  /** The orders of the request that exist here. Empty for a request about a whole shop. */
  orderIds: number[];
  /** Records of the address book for these orders. */
  customerIds: number[];
  /** How many orders have data that may not be removed yet. */
  kept: number;
  doneAt?: Date | undefined;
}
