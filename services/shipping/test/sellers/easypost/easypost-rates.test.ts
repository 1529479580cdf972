import { anAddress } from '../../address/an-address';
import { connect, double, easypost, failure, shipment, toronto, useEasypost, usps } from './use-easypost';

useEasypost();

describe('rates from EasyPost', () => {
  it('are requested once for all carriers, and each carrier gets its own', async () => {
    const request = shipment();
    const [ours, ups, fedex] = await Promise.all(
      easypost.registry.all.map((carrier) => carrier.rate(request)),
    );
    expect(double.calls).toHaveLength(1);
    expect(ours?.rates).toEqual([
      {
        carrier: 'usps',
        serviceLevel: 'usps_ground_advantage',
        method: 'USPS Ground Advantage',
        amount: 745,
        currency: 'USD',
        retailAmount: 980,
        deliveryDays: 3,
        zone: 7,
        charges: [{ type: 'base', name: 'Base', amount: 745 }],
        estimatedDeliveryDate: undefined,
        deliveryDateGuaranteed: false,
      },
      expect.objectContaining({
        serviceLevel: 'usps_priority_mail',
        amount: 1020,
        retailAmount: 1020,
        estimatedDeliveryDate: '2026-03-05',
      }),
    ]);
    expect(ups?.rates).toMatchObject([
      { serviceLevel: 'ups_ground', amount: 995, zone: undefined },
      { serviceLevel: 'ups_next_day_air', amount: 3107, deliveryDateGuaranteed: true },
    ]);
    expect(fedex?.rates).toMatchObject([
      { serviceLevel: 'fedex_2day', amount: 1844 },
      { serviceLevel: 'fedex_regional_new', method: 'FedEx Regional New', amount: 800 },
    ]);
  });

  it('are requested with addresses, ounces, inches and options, and a declaration abroad', async () => {
    const to = anAddress({ street2: 'Suite 4', street3: 'Rear' });
    await usps.rate(
      shipment({ to, residential: true, options: { signatureRequired: true, saturdayDelivery: true } }),
    );
    await usps.rate(shipment({ to: toronto, parcel: { weightOz: 5 } }));
    const [domestic, abroad] = double.calls.map(({ body }) => body.shipment as Record<string, unknown>);
    expect(domestic).toMatchObject({
      from_address: { company: 'Lone Star Goods', zip: '78701', country: 'US' },
      to_address: { name: 'Dana Whitfield', street2: 'Suite 4, Rear', zip: '94043', residential: true },
      parcel: { weight: 12, length: 8, width: 6, height: 4 },
      options: {
        label_format: 'PDF',
        label_size: '4x6',
        print_custom_1: 'A7K2MQ',
        delivery_confirmation: 'SIGNATURE',
        saturday_delivery: true,
      },
    });
    expect(domestic).not.toHaveProperty('customs_info');
    expect(domestic).not.toHaveProperty('reference');
    expect(abroad).toMatchObject({
      parcel: { weight: 5 },
      customs_info: { customs_items: [{ description: 'Merchandise', weight: 5, origin_country: 'US' }] },
    });
  });

  it('contain the message of a carrier without rates', async () => {
    double.settings.rates = [];
    double.settings.messages = [{ carrier: 'USPS', type: 'rate_error', message: 'Too heavy for mail.' }];
    expect(await usps.rate(shipment())).toEqual({
      rates: [],
      messages: [{ carrier: 'usps', code: 'rate_error', message: 'Too heavy for mail.' }],
    });
    expect(await easypost.registry.get('ups').rate(shipment())).toEqual({ rates: [], messages: [] });
  });

  it('report a broken carrier account as an unavailable carrier, and only when it has no rates', async () => {
    double.settings.messages = [
      { carrier: 'UPS', type: 'rate_error', message: 'Account numbers should be 6 characters or less.' },
      { carrier: 'USPS', type: 'rate_error', message: 'Invalid credentials' },
    ];
    const ups = easypost.registry.get('ups');
    expect(await ups.rate(shipment())).toMatchObject({ rates: [{}, {}], messages: [] });
    double.settings.rates = [];
    expect(await usps.rate(shipment())).toEqual({
      rates: [],
      messages: [{ carrier: 'usps', code: 'unavailable', message: 'USPS is not available at the moment.' }],
    });
  });

  it("are refused with EasyPost's message for a bad address, and without it for a bad key", async () => {
    double.mishap(/^POST \/shipments$/, {
      status: 422,
      code: 'ADDRESS.PARAMETERS.INVALID',
      message: 'Invalid zip.',
    });
    expect(await failure(usps.rate(shipment()))).toMatchObject({
      name: 'CarrierRefused',
      code: 'ADDRESS.PARAMETERS.INVALID',
      message: 'Invalid zip.',
    });
    const refused = await failure((await connect('EZTK-dead')).registry.get('usps').rate(shipment()));
    expect(refused).toMatchObject({ name: 'CarrierUnavailable' });
    expect((refused as Error).message).not.toMatch(/key/);
  });
});
