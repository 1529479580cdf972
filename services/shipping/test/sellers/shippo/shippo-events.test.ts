import { readShippoEvent } from '../../../src/sellers/shippo/shippo-events';
import { aSignedEvent } from './start-shippo-double';

const SECRETS = ['sécret', 'the one before'];
const track = { carrier: 'usps', tracking_number: '9400100000000000000000' };
const about = { kind: 'label', trackingNumber: track.tracking_number };
const read = (event: string, data: Record<string, unknown>, key = '', secret = 'sécret') => {
  const { body, headers } = aSignedEvent(event, data, secret);
  return readShippoEvent({ key, body: Buffer.from(body), headers }, SECRETS);
};
const refused = expect.objectContaining({ code: 'unauthenticated', reason: 'hook_signature_wrong' });

describe('an event of Shippo', () => {
  it.each(['track_updated', 'transaction_updated'])('%s is about a label', (event) => {
    expect(read(event, track)).toEqual(about);
    expect(read(event, track, '', 'the one before')).toEqual(about);
  });

  it('of another kind, or without a number, is ignored', () => {
    expect(read('transaction_created', track)).toEqual({ kind: 'other' });
    expect(read('transaction_updated', { tracking_number: null })).toEqual({ kind: 'other' });
  });

  it('needs no signature when its URL has the secret, as for Shippo accounts by default', () => {
    const { body } = aSignedEvent('track_updated', track, 'unknown');
    for (const key of SECRETS)
      expect(readShippoEvent({ key, body: Buffer.from(body), headers: {} }, SECRETS)).toEqual(about);
    for (const key of ['', 'sécret ', 'another'])
      expect(() => readShippoEvent({ key, body: Buffer.from(body), headers: {} }, SECRETS)).toThrow(refused);
  });

  it.each([
    ['without its time', (header: string) => header.replace(/t=\d+,/, '')],
    ['with another time', (header: string) => header.replace(/t=\d/, 't=9')],
    ['that was cut', (header: string) => header.slice(0, -2)],
  ])('with a signature %s is refused', (_what, change) => {
    const { body, headers } = aSignedEvent('track_updated', track, 'sécret');
    const changed = { 'shippo-auth-signature': change(headers['shippo-auth-signature']) };
    expect(() => readShippoEvent({ key: '', body: Buffer.from(body), headers: changed }, SECRETS)).toThrow(
      refused,
    );
  });
});
