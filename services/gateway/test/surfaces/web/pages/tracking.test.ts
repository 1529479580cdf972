import { DomainError } from '@parcelyard/service-kit/domain-error';
import { createVisitor } from '@parcelyard/testing/visitor';
import { startGateway } from '../../../support/start-gateway';

const TRACKING = {
  trackingNumber: '1Z999',
  carrier: 'ups',
  carrierName: 'UPS',
  method: 'UPS Ground',
  status: 'InTransit',
  estimatedDeliveryDate: '2026-03-06',
  labelCreatedAt: new Date('2026-03-02'),
  scans: [
    {
      status: 'InTransit',
      at: new Date('2026-03-03T10:00:00Z'),
      description: 'Out for delivery',
      city: 'Reno',
      state: 'NV',
      country: 'US',
    },
  ],
};

describe('the tracking page', () => {
  it('shows carrier, status, delivery day and scans to everybody, and is excluded from search engines', async () => {
    const gateway = await startGateway({ shipping: { trackShipment: async () => TRACKING } });
    const page = await createVisitor(gateway.url).open('/track/1Z999');
    expect(page.status).toBe(200);
    for (const shown of ['On its way', 'In transit', 'UPS Ground', 'March 6, 2026', 'Reno, NV', '1Z999']) {
      expect(page.text).toContain(shown);
    }
    expect(page.text).not.toContain('Connected apps');
    expect(page.headers.get('x-robots-tag')).toBe('noindex');
    expect(page.headers.get('set-cookie')).toBeNull();
    expect(page.headers.get('content-security-policy')).not.toContain('unsafe');
  });

  it("shows times in the shop's time zone, and in UTC when that is unknown", async () => {
    const open = async (timeZone?: string) => {
      const trackShipment = async () => ({ ...TRACKING, ...(timeZone && { timeZone }) });
      const gateway = await startGateway({ shipping: { trackShipment } });
      return (await createVisitor(gateway.url).open('/track/1Z999')).text;
    };
    expect(await open('America/Los_Angeles')).toContain('Mar 3, 2026, 2:00 AM PST');
    expect(await open()).toContain('Mar 3, 2026, 10:00 AM UTC');
  });

  it('shows no expected day after the delivery', async () => {
    const delivered = { ...TRACKING, status: 'Delivered' };
    const gateway = await startGateway({ shipping: { trackShipment: async () => delivered } });
    expect((await createVisitor(gateway.url).open('/track/1Z999')).text).not.toContain('Expected');
  });

  it('is the same not-found page for every unknown number', async () => {
    const trackShipment = async () => {
      throw new DomainError('not_found', 'text', { text: 'There is no shipment with this tracking number.' });
    };
    const gateway = await startGateway({ shipping: { trackShipment } });
    const visitor = createVisitor(gateway.url);
    const [a, b] = await Promise.all([visitor.open('/track/1Z999'), visitor.open('/track/%3Cscript%3E')]);
    expect([a?.status, b?.status]).toEqual([404, 404]);
    expect(a?.html).toBe(b?.html);
  });
});
