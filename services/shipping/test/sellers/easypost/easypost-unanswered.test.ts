import { CarrierBusy, CarrierNoAnswer } from '@parcelyard/shipping/sellers/carrier-errors';
import { createEasypostApi } from '../../../src/sellers/easypost/easypost-api';
import { API_KEY, BUY, type Mishap } from './start-easypost-double';
import { clock, double, failure, label, noRoom, purchase, useEasypost, usps } from './use-easypost';

useEasypost();

describe('a label that EasyPost refused or may have sold', () => {
  it('stays valid when a proxy answers its void with a page: the outcome of the void is unknown', async () => {
    await usps.buy(purchase());
    double.mishap(/^POST \/shipments\/[^/]+\/refund$/, { status: 200, body: '<html>Please sign in</html>' });
    expect(await failure(usps.void(label))).toBeInstanceOf(CarrierNoAnswer);
  });

  it('a refusal is returned word for word, and nothing was bought [MCP-E11]', async () => {
    const message = 'The carrier refused: address is not serviceable.';
    double.mishap(BUY, { status: 422, code: 'SHIPMENT.POSTAGE.FAILURE', message });
    expect(await failure(usps.buy(purchase()))).toMatchObject({
      name: 'CarrierRefused',
      code: 'SHIPMENT.POSTAGE.FAILURE',
      message,
    });
    expect([...double.shipments.values()].filter(({ postage_label }) => postage_label)).toEqual([]);
  });

  it('a rate-limited call is repeated', async () => {
    double.mishap(BUY, { status: 429, code: 'RATE_LIMITED', message: 'Slow down.' });
    expect(await usps.buy(purchase())).toMatchObject({ reference: 'pur_1001_1', status: 'purchased' });
    expect(double.callsOf(BUY)).toHaveLength(2);
  });

  it('a carrier that stays rate-limited is busy, and nothing was bought', async () => {
    noRoom(BUY);
    const busy = await failure(usps.buy(purchase()));
    expect(busy).toBeInstanceOf(CarrierBusy);
    expect(busy).toMatchObject({ message: 'USPS is not available at the moment.' });
    expect(await usps.findByReference(1, 'pur_1001_1')).toBeUndefined();
  });

  it.each([401, 402, 403])(
    'a %d concerns our key: nothing was bought, and the message of EasyPost is not shown',
    async (status) => {
      double.mishap(BUY, { status, code: 'PAYMENT_REQUIRED', message: 'Insufficient funds in your wallet.' });
      expect(await failure(usps.buy(purchase()))).toMatchObject({
        name: 'CarrierUnavailable',
        message: 'USPS is not available at the moment.',
      });
      expect(await usps.findByReference(1, 'pur_1001_1')).toBeUndefined();
    },
  );

  it('a broken carrier account is not a refusal of the carrier', async () => {
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
    'an answer of a proxy with %s leaves the outcome unknown',
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
  ])('a refusal whose check meets %s leaves the outcome unknown', async (_what, mishap) => {
    double.mishap(BUY, { status: 422, code: 'SHIPMENT.POSTAGE.FAILURE', message: 'No.' });
    mishap(/^GET \/shipments\/shp_/);
    expect(await failure(usps.buy(purchase()))).toBeInstanceOf(CarrierNoAnswer);
    expect(await failure(usps.findByReference(1, 'pur_1001_1'))).toBeInstanceOf(CarrierNoAnswer);
  });

  it('a refusal for a shipment that already has its label counts as bought', async () => {
    double.mishap(BUY, 'lost after');
    expect(await failure(usps.buy(purchase()))).toBeInstanceOf(CarrierNoAnswer);
    const [sold] = [...double.shipments.values()] as { postage_label: unknown }[];
    const label = sold?.postage_label;
    // Hides the label: EasyPost's answer to a look-up does not show it yet.
    Object.assign(sold ?? {}, { postage_label: null });
    double.mishap(
      BUY,
      { status: 422, code: 'SHIPMENT.POSTAGE.EXISTS', message: 'Postage already exists.' },
      () => Object.assign(sold ?? {}, { postage_label: label }),
    );
    expect(await usps.buy(purchase())).toMatchObject({ status: 'purchased' });
    expect([...double.shipments.values()].filter(({ postage_label }) => postage_label)).toHaveLength(1);
  });

  it('a shipment that EasyPost does not show with our key has an unknown outcome', async () => {
    double.mishap(BUY, 'lost before');
    await failure(usps.buy(purchase()));
    double.shipments.clear();
    clock.advance(90_000);
    expect(await failure(usps.findByReference(1, 'pur_1001_1'))).toBeInstanceOf(CarrierNoAnswer);
  });

  it('nothing is bought with a closed reference', async () => {
    expect(await usps.close(label)).toBeUndefined();
    expect(await failure(usps.buy(purchase()))).toMatchObject({ name: 'CarrierRefused', code: 'given_up' });
    expect(double.callsOf(BUY)).toEqual([]);
  });

  it('closing returns a sold label, waits while a sale is possible, and does not wait after a refusal', async () => {
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
    'an answer that is %s leaves the outcome unknown, and the look-up decides',
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

  it('a call without an answer ends after its time-out', async () => {
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
    '%s leaves the outcome unknown',
    async (code) => {
      double.mishap(BUY, { status: 422, code, message: 'The carrier did not respond.' });
      expect(await failure(usps.buy(purchase()))).toBeInstanceOf(CarrierNoAnswer);
    },
  );
});
