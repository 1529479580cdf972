import type { Batch } from '@parcelyard/contracts/shipping';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { toFailure } from '@parcelyard/service-kit/failure';
import { ACCOUNT_ID } from '../../../support/fake-auth';
import { visitAsOwner } from '../../../support/owner-visit';

const REFUSED = toFailure(new DomainError('invalid_argument', 'text', { text: 'The carrier said no.' }));

const aBatch = (changes: Partial<Batch> = {}): Batch => ({
  accountId: ACCOUNT_ID,
  batchId: 301,
  status: 'completed_with_errors',
  total: 3,
  queued: 0,
  purchased: 2,
  failed: 1,
  voided: 0,
  totalCostCents: 1_490,
  totalChargeCents: 1_690,
  problems: [{ orderId: 1003, orderNumber: 'P4RSTV', error: REFUSED }],
  items: [
    {
      orderId: 1001,
      orderNumber: 'K7Q2MX',
      status: 'purchased',
      priceCents: 745,
      trackingNumber: '9400111899223197428490',
      labelUrl: '/labels/one',
      formUrl: undefined,
      error: undefined,
    },
  ],
  createdAt: new Date('2026-03-02T14:50:00Z'),
  startedAt: new Date('2026-03-02T14:50:01Z'),
  finishedAt: new Date('2026-03-02T14:50:09Z'),
  labelsUrl: '/labels/all',
  ...changes,
});

const RUNNING = aBatch({
  status: 'purchasing',
  queued: 2,
  purchased: 1,
  failed: 0,
  problems: [],
  finishedAt: undefined,
  labelsUrl: undefined,
});

describe('the pages of batches', () => {
  it('list them newest first with labels, problems, charge and PDF', async () => {
    const listBatches = async () => ({ batches: [aBatch()], total: 25 });
    const { visitor } = await visitAsOwner({ shipping: { listBatches } });
    const { text, html } = await visitor.open('/batches');
    for (const part of ['Batch 301', 'Completed with problems', '2 of 3', '$16.90', '8:50 AM CST'])
      expect(text).toContain(part);
    expect(html).toContain('href="/labels/all"');
    expect(html).toContain('href="/batches?page=2"');
  });

  it('show an ended batch with its problems by order, its labels and its PDF, and do not refresh', async () => {
    const { visitor } = await visitAsOwner({ shipping: { getBatch: async () => aBatch() } });
    const response = await visitor.send('/batches/301', {});
    expect(response.headers.get('refresh')).toBeNull();
    const html = await response.text();
    for (const part of [
      'One order has a problem',
      'P4RSTV',
      'The carrier said no.',
      'Print all labels (PDF)',
    ])
      expect(html).toContain(part);
    expect(html).toContain('href="/labels/one"');
    expect(html).not.toContain('<progress');
  });

  it('show no postage for an order whose label was not bought', async () => {
    const [item] = aBatch().items;
    const failed = { ...item, status: 'failed', priceCents: 812 } as Batch['items'][number];
    const { visitor } = await visitAsOwner({
      shipping: { getBatch: async () => aBatch({ items: [failed] }) },
    });
    const { text } = await visitor.open('/batches/301');
    expect(text).toContain('Failed');
    expect(text).not.toContain('$8.12');
  });

  it('refresh while the batch runs, unless the address stops that', async () => {
    const { visitor } = await visitAsOwner({ shipping: { getBatch: async () => RUNNING } });
    const moving = await visitor.send('/batches/301', {});
    expect(moving.headers.get('refresh')).toBe('3');
    const html = await moving.text();
    expect(html).toContain('33 %');
    expect(html).toContain('href="/batches/301?refresh=off"');
    const still = await visitor.send('/batches/301?refresh=off', {});
    expect(still.headers.get('refresh')).toBeNull();
    expect(await still.text()).toContain('href="/batches/301"');
  });

  it.each(['/batches', '/batches/301'])('%s says so when the plan has no batches', async (path) => {
    const refuse = async () => {
      throw new DomainError('permission_denied', 'plan_lacks_feature', {
        serviceName: 'Ship.com',
        feature: 'batch label purchasing',
        plans: ['Growth'],
      });
    };
    const { visitor } = await visitAsOwner({ shipping: { listBatches: refuse, getBatch: refuse } });
    const page = await visitor.open(path);
    expect(page.status).toBe(200);
    expect(page.text).toContain('Your plan has no batches');
    expect(page.html).toContain('href="/settings/billing"');
  });
});
