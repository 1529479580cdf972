import { cents } from '@parcelyard/money/cents';
import { CarrierNoAnswer, CarrierRefused } from '@parcelyard/shipping/sellers/carrier-errors';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import type { LabelPrinter } from '../../../src/domain/labels/label-job';
import type { BuyRequest, Carrier } from '../../../src/sellers/carrier-port';
import { createCarrierRegistry } from '../../../src/sellers/carrier-registry';
import { sandboxDeclarations } from '../../../src/sellers/sandbox/open-sandbox';
import { createSandboxCarrier } from '../../../src/sellers/sandbox/sandbox-carrier';
import { anAddress, austin } from '../../address/an-address';
import { aShipment } from '../../rating/a-shipment';
import { createMemoryJournal } from './memory-journal';

const HOUR = 3_600_000;

/**
 * Returns the document's name and one fact that it shows, in place of the document. What the documents show is tested
 * elsewhere.
 */
const printer: LabelPrinter = {
  label: async ({ trackingNumber }) => Buffer.from(`label ${trackingNumber}`),
  qr: async ({ trackingNumber }) => Buffer.from(`qr ${trackingNumber}`),
  customsForm: async ({ items }) => Buffer.from(`form ${items.map(({ description }) => description).join()}`),
  receipt: async ({ postage }) => Buffer.from(`receipt ${postage}`),
};

function startSandbox() {
  const clock = new FakeClock();
  const waits: number[] = [];
  const journal = createMemoryJournal();
  const carriers = sandboxDeclarations.map((declaration) =>
    createSandboxCarrier(declaration, {
      journal,
      printer,
      clock,
      delay: async (milliseconds) => {
        waits.push(milliseconds);
      },
      scanIntervalMs: HOUR,
      voidSettleMs: 60_000,
    }),
  );
  const registry = createCarrierRegistry(carriers);
  return { clock, waits, journal, registry, usps: registry.get('usps') };
}

const aPurchase = (parts: Partial<BuyRequest> = {}): BuyRequest => ({
  ...aShipment(),
  accountId: 1,
  reference: 'pur_1_1',
  serviceLevel: 'usps_ground_advantage',
  price: cents(735),
  printSetting: 'pdf',
  items: [],
  ...parts,
});
const special = (value: string): Partial<BuyRequest> => ({ to: anAddress({ company: value }) });
const label = { accountId: 1, reference: 'pur_1_1' };

async function refusal(call: Promise<unknown>): Promise<CarrierRefused> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof CarrierRefused)) throw new Error(`refused nothing: ${String(error)}`);
  return error;
}

describe('the carrier registry', () => {
  it('finds a carrier in any case, and names the existing ones', () => {
    const { registry } = startSandbox();
    expect(registry.get(' UPS ').code).toBe('ups');
    expect(() => registry.get('dhl')).toThrow(
      expect.objectContaining({
        reason: 'field_not_one_of',
        field: 'carrier',
        params: { allowed: ['usps', 'ups', 'fedex'], got: 'dhl' },
      }),
    );
  });
});

describe('a purchase', () => {
  it('sells a label at the agreed price', async () => {
    const { usps, journal, clock } = startSandbox();
    const bought = await usps.buy(aPurchase());
    expect(bought).toMatchObject({
      carrier: 'usps',
      method: 'USPS Ground Advantage',
      charged: 735,
      status: 'purchased',
      boughtAt: clock.now(),
      trackingNumber: expect.stringMatching(/^\d{22}$/),
    });
    expect(bought.carrierTrackingUrl).toContain(bought.trackingNumber);
    expect(await journal.list({ accountId: 1, after: '', limit: 9 })).toHaveLength(1);
  });

  it('with the same reference returns the first label, at once or later', async () => {
    const { usps, journal } = startSandbox();
    const bought = await Promise.all([usps.buy(aPurchase()), usps.buy(aPurchase({ price: cents(1) }))]);
    bought.push(await usps.buy(aPurchase({ serviceLevel: 'usps_priority_mail' })));
    expect(new Set(bought.map(({ trackingNumber }) => trackingNumber)).size).toBe(1);
    expect(await journal.list({ accountId: 1, after: '', limit: 9 })).toHaveLength(1);
    expect(await usps.findByReference(1, 'pur_1_1')).toEqual(bought[0]);
  });

  it('gives every label its own number', async () => {
    const { usps } = startSandbox();
    const first = await usps.buy(aPurchase());
    const second = await usps.buy(aPurchase({ reference: 'pur_2_1' }));
    expect(second.trackingNumber).not.toBe(first.trackingNumber);
  });

  it('is refused for a service that does not accept the parcel there, and sells nothing', async () => {
    const { usps } = startSandbox();
    for (const serviceLevel of ['usps_priority_mail_international', 'ups_ground', '']) {
      expect((await refusal(usps.buy(aPurchase({ serviceLevel })))).code).toBe('service_unavailable');
    }
    expect(await usps.findByReference(1, 'pur_1_1')).toBeUndefined();
  });

  it('is not found for an unknown label, or for another account', async () => {
    const { usps } = startSandbox();
    await usps.buy(aPurchase());
    expect(await usps.findByReference(1, 'pur_9_9')).toBeUndefined();
    expect(await usps.findByReference(2, 'pur_1_1')).toBeUndefined();
  });

  it.each([
    ['recipient company', special('SBX_DECLINE')],
    ['order reference', { orderReferences: ['A7K2MQ', 'SBX_DECLINE'] }],
  ])('is declined with SBX_DECLINE as %s, with its own message', async (_, parts) => {
    const { usps } = startSandbox();
    const { message } = await refusal(usps.buy(aPurchase(parts)));
    expect(message).toBe('Carrier declined: address is outside the service area (SBX-1001)');
    expect(await usps.findByReference(1, 'pur_1_1')).toBeUndefined();
  });

  it('with SBX_TIMEOUT_AFTER_BUY sells and loses the answer, and the look-up finds the label', async () => {
    const { usps } = startSandbox();
    await expect(usps.buy(aPurchase(special('SBX_TIMEOUT_AFTER_BUY')))).rejects.toThrow(CarrierNoAnswer);
    const found = await usps.findByReference(1, 'pur_1_1');
    expect(found?.status).toBe('purchased');
    expect(await usps.buy(aPurchase(special('SBX_TIMEOUT_AFTER_BUY')))).toEqual(found);
  });

  it('with SBX_TIMEOUT_BEFORE_BUY sells nothing and never answers', async () => {
    const { usps } = startSandbox();
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await expect(usps.buy(aPurchase(special('SBX_TIMEOUT_BEFORE_BUY')))).rejects.toThrow(CarrierNoAnswer);
    }
    expect(await usps.findByReference(1, 'pur_1_1')).toBeUndefined();
  });
});

describe('a rating', () => {
  it('for ZIP 00004 has no rates and no error', async () => {
    const { registry } = startSandbox();
    for (const carrier of registry.all) {
      const answer = await carrier.rate(aShipment({ to: anAddress({ zip: '00004' }) }));
      expect(answer).toEqual({ rates: [], messages: [] });
    }
  });

  it('for ZIP 00005 has an error of one carrier and rates of the others', async () => {
    const { registry } = startSandbox();
    const answers = await Promise.all(
      registry.all.map((carrier) => carrier.rate(aShipment({ to: anAddress({ zip: '00005' }) }))),
    );
    expect(answers.map(({ rates, messages }) => [rates.length > 0, messages.length])).toEqual([
      [true, 0],
      [true, 0],
      [false, 1],
    ]);
  });

  it.each(['00001', '00002', '00003', '00006'])('for ZIP %s has rates of every carrier', async (zip) => {
    const { registry } = startSandbox();
    for (const carrier of registry.all) {
      const { rates, messages } = await carrier.rate(aShipment({ to: anAddress({ zip }) }));
      expect(rates.length).toBeGreaterThan(1);
      expect(messages).toEqual([]);
    }
  });

  it('for ZIP 00006 answers after six seconds, and for no other ZIP', async () => {
    const { usps, waits } = startSandbox();
    await usps.rate(aShipment());
    await usps.buy(aPurchase());
    expect(waits).toEqual([]);
    const to = anAddress({ zip: '00006' });
    await usps.rate(aShipment({ to }));
    await usps.buy(aPurchase({ to, reference: 'pur_2_1' }));
    expect(waits).toEqual([6_000, 6_000]);
  });
});

describe('a void', () => {
  it('is accepted before the first scan, and again when it is repeated', async () => {
    const { usps } = startSandbox();
    await usps.buy(aPurchase());
    expect(await usps.void(label)).toEqual({ status: 'accepted' });
    expect(await usps.void(label)).toEqual({ status: 'accepted' });
    expect((await usps.findByReference(1, 'pur_1_1'))?.status).toBe('voided');
  });

  it('ends the scans of the parcel', async () => {
    const { usps, clock } = startSandbox();
    await usps.buy(aPurchase());
    await usps.void(label);
    clock.advance(99 * HOUR);
    expect(await usps.track(label)).toMatchObject({ scans: [], nextLookAt: undefined });
    expect((await refusal(scanNow(usps, 'Delivered'))).code).toBe('voided');
  });

  it('is refused after a scan, a regular one or one of an operator', async () => {
    const { usps, clock } = startSandbox();
    await usps.buy(aPurchase());
    clock.advance(HOUR);
    expect((await refusal(usps.void(label))).message).toContain('has been scanned (SBX-2002)');
    await usps.buy(aPurchase({ reference: 'pur_2_1' }));
    await usps.scanNow?.({ accountId: 1, reference: 'pur_2_1' }, 'InTransit');
    expect((await refusal(usps.void({ accountId: 1, reference: 'pur_2_1' }))).code).toBe('SBX-2002');
  });

  it('with SBX_VOID_REJECTED is refused and changes nothing', async () => {
    const { usps } = startSandbox();
    await usps.buy(aPurchase(special('SBX_VOID_REJECTED')));
    expect((await refusal(usps.void(label))).message).toMatch(/^Carrier rejected the void: .*\(SBX-2001\)$/);
    expect((await usps.findByReference(1, 'pur_1_1'))?.status).toBe('purchased');
  });

  it('with SBX_VOID_PENDING is accepted later', async () => {
    const { usps, clock } = startSandbox();
    await usps.buy(aPurchase(special('SBX_VOID_PENDING')));
    expect(await usps.void(label)).toEqual({ status: 'pending' });
    clock.advance(59_999);
    expect(await usps.void(label)).toEqual({ status: 'pending' });
    expect((await usps.findByReference(1, 'pur_1_1'))?.status).toBe('void_pending');
    clock.advance(1);
    expect(await usps.void(label)).toEqual({ status: 'accepted' });
    expect((await usps.findByReference(1, 'pur_1_1'))?.status).toBe('voided');
  });

  it('is refused for an unknown label', async () => {
    const { usps } = startSandbox();
    expect((await refusal(usps.void(label))).code).toBe('not_found');
  });
});

const scanNow = (carrier: Carrier, status: Parameters<NonNullable<Carrier['scanNow']>>[1]) =>
  (carrier.scanNow as NonNullable<Carrier['scanNow']>)(label, status);

describe('tracking', () => {
  it('has the scans from label to delivery on time, with their places', async () => {
    const { usps, clock } = startSandbox();
    const { trackingNumber } = await usps.buy(aPurchase());
    expect(await usps.track(label)).toEqual({
      trackingNumber,
      scans: [],
      nextLookAt: new Date(clock.now().getTime() + HOUR),
    });
    clock.advance(2 * HOUR);
    const { scans, nextLookAt } = await usps.track(label);
    expect(scans.map(({ status, city, state, country }) => [status, city, state, country])).toEqual([
      ['InTransit', 'Austin', 'TX', 'US'],
      ['InTransit', 'Mountain View', 'CA', 'US'],
      ['Delivered', 'Mountain View', 'CA', 'US'],
    ]);
    expect(nextLookAt).toBeUndefined();
  });

  it('is advanced by an operator at once, up to its end', async () => {
    const { usps } = startSandbox();
    await usps.buy(aPurchase());
    expect((await scanNow(usps, 'InTransit')).scans).toHaveLength(1);
    expect((await scanNow(usps, 'InTransit')).scans).toHaveLength(1);
    expect((await scanNow(usps, 'Delivered')).scans.at(-1)?.status).toBe('Delivered');
    expect((await refusal(scanNow(usps, 'DeliveryFailure'))).code).toBe('scan_out_of_order');
  });

  it.each([
    ['SBX_SCAN_EXCEPTION', 'DeliveryFailure', 'SBX-5001'],
    ['SBX_RETURN', 'ReturnedToSender', 'SBX-5002'],
  ])('%s ends in %s', async (value, status, code) => {
    const { usps, clock } = startSandbox();
    await usps.buy(aPurchase(special(value)));
    clock.advance(9 * HOUR);
    const last = (await usps.track(label)).scans.at(-1);
    expect(last).toMatchObject({ status, exception: expect.stringContaining(code) });
  });
});

describe('the documents of a label', () => {
  const documentsOf = async (carrier: Carrier, parts: Partial<BuyRequest>) => {
    const bought = await carrier.buy(aPurchase(parts));
    const files = await Promise.all(bought.documents.map((kind) => carrier.document(bought, kind)));
    return bought.documents.map((kind, at) => `${kind}: ${files[at]?.contentType} ${files[at]?.content}`);
  };

  it('are a label, the carrier’s original and a receipt', async () => {
    const { usps } = startSandbox();
    expect(await documentsOf(usps, {})).toEqual([
      expect.stringMatching(/^label: application\/pdf label \d{22}$/),
      expect.stringMatching(/^raw: application\/pdf label \d{22}$/),
      'receipt: application/pdf receipt 735',
    ]);
  });

  it('are a QR code when account and carrier print by QR', async () => {
    const { registry } = startSandbox();
    const [label] = await documentsOf(registry.get('usps'), { printSetting: 'qr' });
    expect(label).toMatch(/^label: image\/png qr \d{22}$/);
    const ups = { printSetting: 'qr', serviceLevel: 'ups_ground' } as const;
    expect((await documentsOf(registry.get('ups'), ups))[0]).toMatch(/^label: application\/pdf label 1Z/);
  });

  it('have a customs form abroad', async () => {
    const { registry } = startSandbox();
    const abroad = {
      to: anAddress({ city: 'Lyon', zip: '69002', country: 'FR' }),
      serviceLevel: 'usps_priority_mail_international',
    };
    const items = [{ description: 'Mug', quantity: 1, unitValue: cents(900) }];
    expect(await documentsOf(registry.get('usps'), { ...abroad, items })).toContain(
      'form: application/pdf form Mug',
    );
  });

  it('are missing when they do not exist', async () => {
    const { usps } = startSandbox();
    await usps.buy(aPurchase());
    expect(await usps.document(label, 'form')).toBeUndefined();
    expect(await usps.document({ ...label, accountId: 2 }, 'label')).toBeUndefined();
  });
});

describe('a pickup', () => {
  const quote = (carrier: Carrier, date: string, references: readonly string[] = []) =>
    carrier.quotePickup({ accountId: 1, date, references });

  it.each([
    ['usps', '2026-03-03', true],
    ['usps', '2026-03-07', true],
    ['ups', '2026-03-07', false],
    ['fedex', '2026-03-08', false],
    ['usps', '2026-03-08', false],
    ['usps', '2026-12-25', false],
  ])('by %s on %s: %s', async (code, date, available) => {
    const { registry } = startSandbox();
    const answer = await quote(registry.get(code), date);
    expect(answer.available).toBe(available);
    expect(answer.window.start < answer.window.end).toBe(true);
  });

  it("with SBX_PICKUP_NONE is refused with the carrier's message", async () => {
    const { usps } = startSandbox();
    expect(await quote(usps, '2026-03-03', ['A7K2MQ', 'SBX_PICKUP_NONE'])).toMatchObject({
      available: false,
      reason: 'Carrier has no driver for this address on 2026-03-03 (SBX-3001)',
    });
  });

  it('is booked once for each reference and can be canceled repeatedly', async () => {
    const { usps } = startSandbox();
    const request = {
      accountId: 1,
      reference: 'pickup_5',
      date: '2026-03-03',
      location: 'Front desk',
      instructions: '',
      packageCount: 2,
      from: austin,
      labels: [],
    };
    const booked = await usps.bookPickup(request);
    expect(booked.confirmationNumber).toMatch(/^USPS[A-Z2-9]{8}$/);
    expect(await usps.bookPickup(request)).toEqual(booked);
    const other = await usps.bookPickup({ ...request, reference: 'pickup_6' });
    expect(other.confirmationNumber).not.toBe(booked.confirmationNumber);
    const { confirmationNumber } = booked;
    await usps.cancelPickup({ accountId: 1, reference: 'pickup_5', confirmationNumber });
    await usps.cancelPickup({ accountId: 1, reference: 'pickup_5', confirmationNumber });
    const foreign = usps.cancelPickup({ accountId: 2, reference: 'pickup_5', confirmationNumber });
    expect((await refusal(foreign)).code).toBe('pickup_not_found');
  });
});
