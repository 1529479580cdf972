import { createHmac } from 'node:crypto';
import { readEasypostEvent } from '../../../src/sellers/easypost/easypost-events';
import { aSignedEvent } from './start-easypost-double';

const SECRETS = ['sécret', 'the one before'];
const tracker = { object: 'Tracker', tracking_code: '9400100000000000000000', status: 'in_transit' };
const read = (description: string, result: object, secret = 'sécret') => {
  const { body, headers } = aSignedEvent(description, { ...result }, secret);
  return readEasypostEvent(Buffer.from(body), headers['x-hmac-signature'], SECRETS);
};

describe('an event of EasyPost', () => {
  it.each(['tracker.created', 'tracker.updated', 'refund.successful'])(
    '%s is about a label',
    (description) => {
      const about = { kind: 'label', trackingNumber: tracker.tracking_code };
      expect(read(description, tracker)).toEqual(about);
      expect(read(description, tracker, 'the one before')).toEqual(about);
    },
  );

  it.each(['shipment.invoice.created', 'shipment.invoice.updated'])(
    '%s is about postage, with any content',
    (description) => {
      const invoice = { object: 'ShipmentInvoice', shipment_id: 'shp_1', tracking_code: '94001' };
      expect(read(description, invoice)).toEqual({ kind: 'adjustment' });
    },
  );

  it('of another kind, or without a number, is ignored', () => {
    expect(read('batch.updated', { object: 'Batch' })).toEqual({ kind: 'other' });
    expect(read('tracker.updated', { object: 'Tracker', tracking_code: null })).toEqual({ kind: 'other' });
  });

  it("is refused with another secret, without the header's prefix, and with a changed body", () => {
    const { body, headers } = aSignedEvent('tracker.updated', tracker, 'sécret');
    const signature = headers['x-hmac-signature'];
    const refused = expect.objectContaining({ code: 'unauthenticated', reason: 'hook_signature_wrong' });
    expect(() => read('tracker.updated', tracker, 'another')).toThrow(refused);
    for (const [text, header] of [
      [body, signature.replace('hmac-sha256-hex=', '')],
      [body, undefined],
      [`${body} `, signature],
    ] as const) {
      expect(() => readEasypostEvent(Buffer.from(text), header, SECRETS)).toThrow(refused);
    }
  });

  it.each(['', 'null', '[]', '{"description":"tracker.updated"}'])(
    'that is signed but invalid is refused: %j',
    (body) => {
      const hex = createHmac('sha256', 'sécret'.normalize('NFKD')).update(body).digest('hex');
      expect(() => readEasypostEvent(Buffer.from(body), `hmac-sha256-hex=${hex}`, SECRETS)).toThrow(
        expect.objectContaining({ code: 'invalid_argument' }),
      );
    },
  );
});
