import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { verifyWebhook, WebhookVerificationError } from '../src';

const SECRET = 'whsec_0123456789abcdef';
const NOW = new Date('2026-03-02T15:00:00Z');
const TIMESTAMP = String(NOW.getTime() / 1000);
const BODY = JSON.stringify({ EventId: 90210, EventType: 'label_printed', FirstName: 'Ünal' });

const sign = (body: string | Uint8Array, timestamp = TIMESTAMP, secret = SECRET) =>
  `v1=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`;

const delivery = (changes: Partial<Parameters<typeof verifyWebhook>[0]> = {}, signature = sign(BODY)) => ({
  body: BODY,
  headers: { 'x-ship-timestamp': TIMESTAMP, 'x-ship-signature': signature },
  signingSecret: SECRET,
  now: NOW,
  ...changes,
});

describe('verifyWebhook [REST-T4]', () => {
  it('returns the event for a text and for bytes, with headers of any kind', async () => {
    const headers = new Headers({ 'x-ship-timestamp': TIMESTAMP, 'x-ship-signature': sign(BODY) });
    for (const each of [
      delivery(),
      delivery({ body: Buffer.from(BODY) }),
      delivery({ headers }),
      delivery({ headers: { 'X-Ship-Timestamp': TIMESTAMP, 'X-Ship-Signature': [sign(BODY)] } }),
    ]) {
      expect(await verifyWebhook(each)).toMatchObject({ EventId: 90210, FirstName: 'Ünal' });
    }
  });

  it('accepts either signature during a rotation of the secret, in any sequence, beside other versions', async () => {
    const other = sign(BODY, TIMESTAMP, 'whsec_other');
    for (const signature of [`${other},${sign(BODY)}`, `${sign(BODY)}, ${other}`, `v2=abc,${sign(BODY)}`])
      expect(await verifyWebhook(delivery({}, signature))).toMatchObject({ EventId: 90210 });
  });

  it.each(['', 'v1=', 'v1=zz', sign(BODY).slice(0, -1), sign(BODY).slice(3), sign(BODY).replace('v1', 'v2')])(
    'refuses an invalid signature: %j',
    async (signature) => {
      await expect(verifyWebhook(delivery({}, signature))).rejects.toThrow(WebhookVerificationError);
    },
  );

  it('refuses an event that is older or newer than the tolerance', async () => {
    const at = (seconds: number) => delivery({ now: new Date(NOW.getTime() + seconds * 1000) });
    for (const seconds of [-300, 300]) await expect(verifyWebhook(at(seconds))).resolves.toBeDefined();
    for (const seconds of [-301, 301])
      await expect(verifyWebhook(at(seconds))).rejects.toThrow(
        'X-Ship-Timestamp is too far from the present time.',
      );
    const patient = { ...at(900), toleranceSeconds: 900 };
    await expect(verifyWebhook(patient)).resolves.toBeDefined();
  });

  it.each(['', 'NaN', '1e9', '-1', ' '])('refuses an invalid timestamp: %j', async (timestamp) => {
    const headers = { 'x-ship-timestamp': timestamp, 'x-ship-signature': sign(BODY, timestamp) };
    await expect(verifyWebhook(delivery({ headers }))).rejects.toThrow(WebhookVerificationError);
  });

  it('refuses a signed body that is no JSON, and an empty secret in the program', async () => {
    await expect(verifyWebhook(delivery({ body: '{' }, sign('{')))).rejects.toThrow(WebhookVerificationError);
    await expect(verifyWebhook(delivery({ signingSecret: '' }))).rejects.toThrow(TypeError);
  });

  it('refuses any change of body, timestamp, secret or signature', async () => {
    const changed = (text: string | Uint8Array, place: number, by: number) => {
      const bytes = Buffer.from(text);
      bytes[place % bytes.length] = (bytes[place % bytes.length] as number) ^ by;
      return bytes;
    };
    const part = fc.constantFrom('body', 'timestamp', 'secret', 'signature');
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 1, maxLength: 200 }),
        part,
        fc.nat(),
        fc.integer({ min: 1, max: 127 }),
        async (body, where, place, by) => {
          const change = (name: string, text: string) =>
            name === where ? changed(text, place, by).toString('latin1') : text;
          const result = verifyWebhook({
            body: where === 'body' ? changed(body, place, by) : body,
            headers: {
              'x-ship-timestamp': change('timestamp', TIMESTAMP),
              'x-ship-signature': change('signature', sign(body)),
            },
            signingSecret: change('secret', SECRET),
            toleranceSeconds: Number.POSITIVE_INFINITY,
            now: NOW,
          });
          await expect(result).rejects.toThrow(WebhookVerificationError);
        },
      ),
    );
  });
});
