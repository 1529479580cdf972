import type { AccountId } from '@parcelyard/service-kit/ids';

export const PRIVACY_TOPICS = ['customers/data_request', 'customers/redact', 'shop/redact'] as const;
export type PrivacyTopic = (typeof PRIVACY_TOPICS)[number];

export const isPrivacyTopic = (topic: string): topic is PrivacyTopic =>
  (PRIVACY_TOPICS as readonly string[]).includes(topic);

/**
 * A platform's request about a shopper, or about a shop that has left. It contains no name, because its purpose is to
 * remove names.
 */
export interface PrivacyRequest {
  id: number;
  accountId: AccountId;
  topic: PrivacyTopic;
  shop: string;
  receivedAt: Date;
  /** The platform's own ids of the orders concerned. Empty: all orders that came while the shop was connected. */
  externalIds: string[];
  spans?: { from: Date; to: Date }[] | undefined;
  /** Those of these orders that exist here. Empty for a request about a whole shop. */
  orderIds: number[];
  /** Records of the address book that these orders refer to. */
  customerIds: number[];
  /** How many orders have data that must be stored for now. */
  kept: number;
  doneAt?: Date | undefined;
}
