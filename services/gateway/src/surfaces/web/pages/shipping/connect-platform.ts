import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Caller } from '../../../../clients/caller';
import type { OrdersClient } from '../../../../clients/gateway-clients';
import { webSentence } from '../../wording';
import { nameField, PLATFORM_FORMS } from './platform-forms';

/** Under the field it belongs to, or under the platform when it belongs to none. */
type Problems = Readonly<Record<string, string>>;

const REFUSALS = new Set(['invalid_argument', 'failed_precondition', 'conflict']);

/**
 * Connects the store that a form describes.
 * @returns what is wrong with it, as the form shows it; undefined when the store is connected
 */
export async function connectPlatform(
  orders: Pick<OrdersClient, 'connectPlatform'>,
  caller: Caller,
  form: URLSearchParams,
): Promise<Problems | undefined> {
  const chosen = PLATFORM_FORMS.find(({ platform }) => platform === form.get('platform'));
  if (!chosen) return { shopify: 'platform must be shopify, woocommerce or sandbox.' };
  const { platform, fields } = chosen;
  const text = (name: string) => (form.get(name) ?? '').trim();
  try {
    await orders.connectPlatform(caller, { storeName: text(nameField(platform)), store: chosen.store(text) });
    return undefined;
  } catch (error) {
    if (!(error instanceof DomainError) || !REFUSALS.has(error.code)) throw error;
    if (error.field === 'store_name') return { [nameField(platform)]: webSentence(error) };
    const known = fields.some(({ name }) => name === error.field);
    return { [known ? (error.field as string) : platform]: webSentence(error) };
  }
}
