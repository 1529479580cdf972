import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readEasypostEvent } from '@parcelyard/shipping/sellers/easypost/easypost-events';
import { aSignedEvent } from '../../services/shipping/test/sellers/easypost/start-easypost-double';
import type { Judge } from '../judge';

const CLIENT = '@easypost/api@8.9.0';
const SECRETS = ['plain', 'sécret', '\u017Feﬁ ①', 'ÅÅ'];
/**
 * The weight is not a whole number. The official client expects a weight of 17 as `17.0`, which `JSON.stringify` never
 * writes.
 */
const RESULT = { object: 'Tracker', tracking_code: '9400100000000000000000', weight: 17.6, note: 'Größe ✓' };

interface Validator {
  validateWebhook(body: Buffer, headers: Record<string, string>, secret: string): unknown;
}

export const easypostWebhooks: Judge = {
  name: 'EasyPost (webhooks)',
  proves: "EasyPost's official client accepts and refuses the same signed events as we do.",
  needs: [],
  async judge(workshop) {
    const folder = await workshop.npm([CLIENT]);
    const module = createRequire(join(folder, 'package.json'))('@easypost/api');
    const { Utils: official } = new (module.default ?? module)('test-key') as { Utils: Validator };
    const faults: string[] = [];
    let checked = 0;
    const compare = (what: string, body: string, signature: string, secret: string) => {
      checked += 1;
      const theirs = takes(() =>
        official.validateWebhook(Buffer.from(body), { 'X-Hmac-Signature': signature }, secret),
      );
      const ours = takes(() => readEasypostEvent(Buffer.from(body), signature, [secret]));
      if (theirs !== ours) faults.push(`${what}: the client says ${theirs}, we say ${ours}`);
    };
    for (const secret of SECRETS) {
      const { body, headers } = aSignedEvent('tracker.updated', RESULT, secret);
      const signature = headers['x-hmac-signature'];
      compare(`an event under ${secret}`, body, signature, secret);
      compare(`a changed body under ${secret}`, body.replace('9400', '9401'), signature, secret);
      compare(`a changed signature under ${secret}`, body, `${signature.slice(0, -1)}g`, secret);
      for (const other of SECRETS.filter((one) => one !== secret)) {
        compare(`an event under ${secret} for ${other}`, body, signature, other);
      }
    }
    return { version: CLIENT, checked, faults };
  },
};

function takes(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}
