import { anAddress } from '../../address/an-address';
import { aMessage, aRate } from './start-shippo-double';
import { carrier, double, shipment, shippo, useShippo, usps } from './use-shippo';

useShippo();

describe('rates from Shippo', () => {
  it('are requested once for all carriers, and each carrier gets its own', async () => {
    const request = shipment();
    const [ours, ups, fedex] = await Promise.all(shippo.carriers.map((one) => one.rate(request)));
    expect(double.calls).toHaveLength(1);
    expect(ours?.rates).toEqual([
      {
        carrier: 'usps',
        serviceLevel: 'usps_ground_advantage',
        method: 'USPS Ground Advantage',
        amount: 745,
        currency: 'USD',
        retailAmount: 745,
        deliveryDays: 3,
        zone: 7,
        charges: [{ type: 'base', name: 'Base', amount: 745 }],
        estimatedDeliveryDate: undefined,
        deliveryDateGuaranteed: false,
      },
      expect.objectContaining({ serviceLevel: 'usps_priority_mail', amount: 1020, deliveryDays: 2 }),
    ]);
    // Two accounts have UPS Ground: only the cheaper rate is returned.
    expect(ups?.rates).toMatchObject([
      { serviceLevel: 'ups_ground', amount: 995, zone: undefined },
      { serviceLevel: 'ups_next_day_air', amount: 3107 },
    ]);
    expect(fedex?.rates).toMatchObject([
      { serviceLevel: 'fedex_2day', method: 'FedEx 2Day', amount: 1844 },
      { serviceLevel: 'fedex_regional_new', method: 'FedEx Regional New', amount: 800 },
    ]);
  });

  it('with two tokens of one service are one service', async () => {
    double.settings.rates = [
      aRate('FedEx', 'fedex_smart_post', 'SmartPost', '9.00'),
      aRate('FedEx', 'fedex_ground_economy', 'Ground Economy', '8.50'),
    ];
    expect((await carrier('fedex').rate(shipment())).rates).toMatchObject([
      { serviceLevel: 'fedex_ground_economy', amount: 850 },
    ]);
  });

  it('have a message of Shippo only for its carrier', async () => {
    double.settings.rates = [];
    double.settings.messages = [
      aMessage('USPS', 'Too heavy for mail.', 'weight'),
      aMessage('Shippo', 'A carrier account does not support these options.'),
    ];
    expect(await usps.rate(shipment())).toEqual({
      rates: [],
      messages: [{ carrier: 'usps', code: 'weight', message: 'Too heavy for mail.' }],
    });
    expect(await carrier('ups').rate(shipment())).toEqual({ rates: [], messages: [] });
  });
});

describe('an address that Shippo checks', () => {
  it('is corrected when Shippo found and changed it, and is an error when it was not found', async () => {
    const { validation_results } = double.settings.address;
    expect(await shippo.verify(anAddress())).toMatchObject({ status: 'verified', changedFields: [] });
    double.settings.address = {
      validation_results,
      zip: '94043-1351',
      city: 'MOUNTAIN VW',
      is_residential: false,
    };
    expect(await shippo.verify(anAddress())).toMatchObject({
      status: 'corrected',
      changedFields: ['city'],
      addressType: 'commercial',
      matched: { zip: '94043-1351' },
    });
    const text = 'The address could not be found.';
    double.settings.address = {
      validation_results: {
        is_valid: false,
        messages: [{ ...aMessage('USPS', text, 'Address Not Found'), type: 'address_error' }],
      },
    };
    expect(await shippo.verify(anAddress())).toMatchObject({
      status: 'error',
      matched: undefined,
      messages: [{ code: 'address_not_found', message: text }],
    });
  });

  it('is checked with the bundled data when Shippo does not answer, or abroad', async () => {
    double.mishap(/^POST \/addresses$/, 'lost before');
    expect(await shippo.verify(anAddress())).toMatchObject({
      status: expect.stringMatching(/plausible|corrected|warning/),
    });
    await shippo.verify(anAddress({ country: 'FR', zip: '75001' }));
    expect(double.callsOf(/^POST \/addresses$/)).toHaveLength(1);
  });
});
