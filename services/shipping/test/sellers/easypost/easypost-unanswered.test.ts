import { CarrierBusy, CarrierNoAnswer } from '@parcelyard/shipping/sellers/carrier-errors';
import { createEasypostApi } from '../../../src/sellers/easypost/easypost-api';
import { API_KEY, BUY, type Mishap } from './start-easypost-double';
import { clock, double, failure, label, noRoom, purchase, useEasypost, usps } from './use-easypost';

useEasypost();

describe('a label that EasyPost did not sell, or may have sold', () => {
  it('a refusal is passed on word for word, and nothing was bought [MCP-E11]', async () => {
    const message = 'The carrier refused: address is not serviceable.';
    double.mishap(BUY, { status: 422, code: 'SHIPMENT.POSTAGE.FAILURE', message });
    expect(await failure(usps.buy(purchase()))).toMatchObject({
      name: 'CarrierRefused',
      code: 'SHIPMENT.POSTAGE.FAILURE',
      message,
    });
    expect([...double.shipments.values()].filter(({ postage_label }) => postage_label)).toEqual([]);
  });

  it('a call that EasyPost has no room for is made again', async () => {
    double.mishap(BUY, { status: 429, code: 'RATE_LIMITED', message: 'Slow down.' });
    expect(await usps.buy(purchase())).toMatchObject({ reference: 'pur_1001_1', status: 'purchased' });
    expect(double.callsOf(BUY)).toHaveLength(2);
  });

  it('a carrier that has no room for long is busy, and nothing was bought', async () => {
    noRoom(BUY);
    const busy = await failure(usps.buy(purchase()));
    expect(busy).toBeInstanceOf(CarrierBusy);
    expect(busy).toMatchObject({ message: 'USPS is not available at the moment.' });
    expect(await usps.findByReference(1, 'pur_1001_1')).toBeUndefined();
  });

  it.each([401, 402, 403])(
    'a %d concerns us: nothing was bought, and it is in nobody’s words',
    async (status) => {
      double.mishap(BUY, { status, code: 'PAYMENT_REQUIRED', message: 'Insufficient funds in your wallet.' });
      expect(await failure(usps.buy(purchase()))).toMatchObject({
        name: 'CarrierUnavailable',
        message: 'USPS is not available at the moment.',
      });
      expect(await usps.findByReference(1, 'pur_1001_1')).toBeUndefined();
    },
  );

  it('a carrier account that does not work is not the carrier’s no', async () => {
    const message = 'Invalid Access License number';
    double.mishap(BUY, { status: 422, code: 'SHIPMENT.POSTAGE.FAILURE', message });
    expect(await failure(usps.buy(purchase()))).toMatchObject({ name: 'CarrierUnavailable' });
  });

  const proxies = {
    'an HTML page': { status: 403, body: '<html>Forbidden</html>' },
    'JSON of its own': {
      status: 404,
      contentType: 'application/json',
      body: '{"error":{"message":"no healthy upstream"}}',
    },
    'JSON with a number as its code': {
      status: 422,
      contentType: 'application/json',
      body: '{"error":{"code":422,"message":"blocked by policy"}}',
    },
    'plain text': { status: 429, contentType: 'text/plain', body: 'slow down' },
  };
  it.each(Object.entries(proxies))(
    'a proxy that answers with %s has said nothing of the label',
    async (_what, page) => {
      double.mishap(BUY, page);
      expect(await failure(usps.buy(purchase()))).toBeInstanceOf(CarrierNoAnswer);
      clock.advance(90_000);
      double.mishap(/^GET \/shipments/, page);
      expect(await failure(usps.findByReference(1, 'pur_1001_1'))).toBeInstanceOf(CarrierNoAnswer);
    },
  );

  const met = (mishap: Mishap) => (path: RegExp) => double.mishap(path, mishap);
  it.each<[string, (path: RegExp) => void]>([
    ['a rate limit', noRoom],
    ['a 404', met({ status: 404, code: 'NOT_FOUND', message: 'Not found.' })],
    ['silence', met('lost before')],
    ['a proxy’s page', met({ status: 404, body: '<html>Not found</html>' })],
  ])('a no whose check meets %s is no answer, never a no', async (_what, mishap) => {
    double.mishap(BUY, { status: 422, code: 'SHIPMENT.POSTAGE.FAILURE', message: 'No.' });
    mishap(/^GET \/shipments\/shp_/);
    expect(await failure(usps.buy(purchase()))).toBeInstanceOf(CarrierNoAnswer);
    expect(await failure(usps.findByReference(1, 'pur_1001_1'))).toBeInstanceOf(CarrierNoAnswer);
  });

  it('a no to a shipment that has its label is a yes', async () => {
    double.mishap(BUY, 'lost after');
    expect(await failure(usps.buy(purchase()))).toBeInstanceOf(CarrierNoAnswer);
    const [sold] = [...double.shipments.values()] as { postage_label: unknown }[];
    const label = sold?.postage_label;
    // Simulates a look-up that does not show the label yet.
    Object.assign(sold ?? {}, { postage_label: null });
    double.mishap(
      BUY,
      { status: 422, code: 'SHIPMENT.POSTAGE.EXISTS', message: 'Postage already exists.' },
      () => Object.assign(sold ?? {}, { postage_label: label }),
    );
    expect(await usps.buy(purchase())).toMatchObject({ status: 'purchased' });
    expect([...double.shipments.values()].filter(({ postage_label }) => postage_label)).toHaveLength(1);
  });

  it('a shipment that EasyPost made and knows no more is asked for with another key: no answer', async () => {
    double.mishap(BUY, 'lost before');
    await failure(usps.buy(purchase()));
    double.shipments.clear();
    clock.advance(90_000);
    expect(await failure(usps.findByReference(1, 'pur_1001_1'))).toBeInstanceOf(CarrierNoAnswer);
  });

  it('a closed reference is bought under no more, by nobody', async () => {
    expect(await usps.close(label)).toBeUndefined();
    expect(await failure(usps.buy(purchase()))).toMatchObject({ name: 'CarrierRefused', code: 'given_up' });
    expect(double.callsOf(BUY)).toEqual([]);
  });

  it('closing tells of a label that was sold, waits for one that may be, and does not wait after a no', async () => {
    const bought = await usps.buy(purchase());
    expect(await usps.close(label)).toEqual(bought);

    const other = { accountId: 1, reference: 'pur_1002_1' };
    double.mishap(BUY, 'lost before');
    await failure(usps.buy(purchase(other)));
    expect(await failure(usps.close(other))).toBeInstanceOf(CarrierNoAnswer);
    clock.advance(90_000);
    expect(await usps.close(other)).toBeUndefined();

    const third = { accountId: 1, reference: 'pur_1003_1' };
    double.mishap(BUY, { status: 422, code: 'SHIPMENT.POSTAGE.FAILURE', message: 'No.' });
    await failure(usps.buy(purchase(third)));
    expect(await usps.close(third)).toBeUndefined();
  });

  it.each(['lost after', 'lost before', 'bad gateway'] as const)(
    'an answer that is %s is no answer, and the look-up tells',
    async (mishap) => {
      double.mishap(BUY, mishap);
      expect(await failure(usps.buy(purchase()))).toBeInstanceOf(CarrierNoAnswer);
      if (mishap === 'lost after') {
        expect(await usps.findByReference(1, 'pur_1001_1')).toMatchObject({ status: 'purchased' });
        return;
      }
      expect(await failure(usps.findByReference(1, 'pur_1001_1'))).toBeInstanceOf(CarrierNoAnswer);
      clock.advance(90_000);
      expect(await usps.findByReference(1, 'pur_1001_1')).toBeUndefined();
    },
  );

  it('a call that nobody answers ends by itself', async () => {
    const api = await createEasypostApi({
      apiKey: API_KEY,
      url: double.url,
      timeoutMs: 50,
      roomPausesMs: [],
    });
    double.mishap(/shipments/, 'silence');
    expect(await failure(api.findShipment('pur_1001_1'))).toBeInstanceOf(CarrierNoAnswer);
  });

  it.each(['SHIPMENT.POSTAGE.NO_RESPONSE', 'SHIPMENT.PURCHASE.IN_PROGRESS'])(
    '%s is no answer either',
    async (code) => {
      double.mishap(BUY, { status: 422, code, message: 'The carrier did not respond.' });
      expect(await failure(usps.buy(purchase()))).toBeInstanceOf(CarrierNoAnswer);
    },
  );
});
