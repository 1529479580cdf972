import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { z } from 'zod';
import { parseJson } from '../parse-json';
import type { ReadHook } from '../seller-port';
import type { ShipengineApi } from './shipengine-api';

const event = z.object({
  resource_type: z.string(),
  data: z.looseObject({ tracking_number: z.string().nullish() }).nullish(),
});

/** When an event is signed with an unknown key, the public keys are read again, but at most once in this time. */
const KEYS_PAUSE_MS = 60_000;

/**
 * Reads events of ShipEngine. ShipEngine signs `<timestamp>.<body>` with RSA and publishes its keys. The timestamp is
 * not checked, because an old event only makes us read the parcel once more.
 */
export function createEventReader(api: Pick<ShipengineApi, 'listKeys'>, now: () => Date): ReadHook {
  let keys: ReadonlyMap<string, KeyObject> = new Map();
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  const readKeys = async (): Promise<void> => {
    const { keys: listed } = await api.listKeys();
    const usable = listed.filter(({ kty }) => kty === 'RSA');
    keys = new Map(usable.map((key) => [key.kid, createPublicKey({ key, format: 'jwk' })]));
    readAt = now().getTime();
  };

  const keyOf = async (id: string): Promise<KeyObject | undefined> => {
    if (!keys.has(id) && now().getTime() - readAt >= KEYS_PAUSE_MS) {
      reading ??= readKeys().finally(() => {
        reading = undefined;
      });
      await reading;
    }
    return keys.get(id);
  };

  return async ({ headers, body }) => {
    const id = headers['x-shipengine-rsa-sha256-key-id'] ?? '';
    const signature = Buffer.from(headers['x-shipengine-rsa-sha256-signature'] ?? '', 'base64');
    const signed = Buffer.concat([Buffer.from(`${headers['x-shipengine-timestamp'] ?? ''}.`), body]);
    const key = id === '' ? undefined : await keyOf(id);
    if (!key || !verify('sha256', signed, key, signature))
      throw new DomainError('unauthenticated', 'hook_signature_wrong', {});
    const read = event.safeParse(parseJson(body));
    if (!read.success) throw new DomainError('invalid_argument', 'hook_unreadable', { source: 'shipengine' });
    const trackingNumber = read.data.data?.tracking_number ?? '';
    if (read.data.resource_type !== 'API_TRACK' || trackingNumber === '') return { kind: 'other' };
    return { kind: 'label', trackingNumber };
  };
}
