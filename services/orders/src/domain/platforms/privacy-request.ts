import type { AccountId } from '@parcelyard/service-kit/ids';

export const PRIVACY_TOPICS = ['customers/data_request', 'customers/redact', 'shop/redact'] as const;
export type PrivacyTopic = (typeof PRIVACY_TOPICS)[number];

export const isPrivacyTopic = (topic: string): topic is PrivacyTopic =>
  (PRIVACY_TOPICS as readonly string[]).includes(topic);

/** What a platform asks on behalf of a shopper, or of a shop that has left. It names nobody: that would be what it is to end. */
export interface PrivacyRequest {
  id: number;
  accountId: AccountId;
  topic: PrivacyTopic;
  shop: string;
  receivedAt: Date;
  /** The platform's own ids of the orders that it is about; empty: all that came while the shop was here. */
  externalIds: string[];
  spans?: { from: Date; to: Date }[] | undefined;
  /** Those of them that are here; of a whole shop they are not listed. */
  orderIds: number[];
  /** Records of the address book that the orders led to. */
  customerIds: number[];
  /** Orders whose data have to be kept for now. */
  kept: number;
  doneAt?: Date | undefined;
}
