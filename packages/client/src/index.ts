export type * from './generated/operations';
export type * from './generated/types';
export { Parcelyard } from './parcelyard';
export { ParcelyardError } from './parcelyard-error';
export type { ParcelyardOptions } from './parcelyard-options';
export type { CallOptions, WriteOptions } from './request';
export { verifyWebhook, type WebhookDelivery } from './verify-webhook';
export { WebhookVerificationError } from './webhook-verification-error';
