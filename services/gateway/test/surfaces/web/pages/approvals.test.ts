import type { Approval, ListApprovalsRequest } from '@parcelyard/contracts/billing';
import { ConnectionKind } from '@parcelyard/contracts/common';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { anOrderRow } from '../../../support/contracts';
import { ACCOUNT_ID } from '../../../support/fake-auth';
import { visitAsOwner } from '../../../support/owner-visit';

const anApproval = (changes: Partial<Approval> = {}): Approval => ({
  approvalId: 'apr_1',
  status: 'pending',
  connectionKind: ConnectionKind.TOKEN,
  batch: false,
  orderIds: [1001],
  totalCents: 6210,
  askAboveCents: 5000,
  askedAt: new Date('2026-03-02T14:50:00Z'),
  expiresAt: new Date('2026-03-02T15:50:00Z'),
  decidedAt: undefined,
  postageCents: 5880,
  insuranceCents: 330,
  feeCents: 0,
  method: 'USPS Ground Advantage',
  ...changes,
});

const DECIDED = new Date('2026-03-02T14:55:00Z');
const PAST = [
  anApproval({ approvalId: 'apr_2', status: 'allowed', decidedAt: DECIDED }),
  anApproval({
    approvalId: 'apr_3',
    status: 'used',
    decidedAt: DECIDED,
    batch: true,
    orderIds: [1001, 1002],
  }),
  anApproval({ approvalId: 'apr_4', status: 'denied', decidedAt: DECIDED, orderIds: [1009] }),
  anApproval({ approvalId: 'apr_5', status: 'expired', connectionKind: ConnectionKind.APP, forReturn: true }),
];

function services(
  waiting: readonly Approval[],
  past: readonly Approval[] = PAST,
  total = past.length,
  allWaiting = waiting.length,
) {
  return {
    billing: {
      countWaitingApprovals: async () => ({ count: waiting.length }),
      listApprovals: async (request: ListApprovalsRequest) =>
        request.waiting ? { approvals: [...waiting], total: allWaiting } : { approvals: [...past], total },
    },
    orders: { getOrderRows: async () => ({ orders: [anOrderRow()] }) },
  };
}

describe('the page of approvals', () => {
  it('shows for each who asks, what for, how much and until when, with a link to the decision', async () => {
    const { visitor } = await visitAsOwner(services([anApproval()]));
    const { text, html } = await visitor.open('/approvals');
    expect(text).toContain('1 purchase waits for your decision. Nothing has been charged.');
    for (const part of ['K7Q2MX', 'USPS Ground Advantage', 'Ada Lovelace, New York, NY', 'API key', '$62.10'])
      expect(text).toContain(part);
    expect(text).toContain('Mar 2, 2026, 9:50 AM CST');
    expect(html).toContain('href="/approve/apr_1"');
  });

  it('counts also those that the page does not list', async () => {
    const { visitor } = await visitAsOwner(services([anApproval()], PAST, PAST.length, 140));
    const { text } = await visitor.open('/approvals');
    expect(text).toContain('140 purchases wait for your decision. Those that expire first are listed.');
  });

  it('shows below the earlier ones with their outcome and time', async () => {
    const { visitor } = await visitAsOwner(services([]));
    const { text, html } = await visitor.open('/approvals');
    expect(text).toContain('Nothing is waiting for you');
    for (const outcome of ['Allowed and bought', 'Denied', 'Expired', '2 labels in a batch', 'Return label'])
      expect(text).toContain(outcome);
    expect(text).toContain('Mar 2, 2026, 8:55 AM CST');
    // A deleted order is shown by its id.
    expect(text).toContain('order 1009');
    expect(html).toContain('href="/approve/apr_4"');
  });

  it('shows the earlier ones page by page', async () => {
    const { gateway, visitor } = await visitAsOwner(services([], PAST, 60));
    gateway.calls.splice(0);
    const { html } = await visitor.open('/approvals?page=2');
    expect(html).toContain('href="/approvals?page=3"');
    expect(html).toContain('href="/approvals"');
    expect(gateway.calls.filter(({ method }) => method === 'listApprovals')).toEqual([
      {
        method: 'listApprovals',
        request: { accountId: ACCOUNT_ID, waiting: true, page: { page: 1, pageSize: 100 } },
      },
      {
        method: 'listApprovals',
        request: { accountId: ACCOUNT_ID, waiting: false, page: { page: 2, pageSize: 25 } },
      },
    ]);
  });

  it('is in the navigation of every page with its number, and without a number when nothing waits', async () => {
    const { visitor } = await visitAsOwner(services([anApproval(), anApproval({ approvalId: 'apr_9' })]));
    const { html } = await visitor.open('/settings/account');
    expect(html).toMatch(/href="\/approvals">Waiting for you <span class="count">2</);
    const nobody = await visitAsOwner(services([]));
    expect((await nobody.visitor.open('/settings/account')).html).not.toContain('class="count"');
  });

  it('has no number in the navigation when billing does not answer, and the page is shown', async () => {
    const silent = services([]);
    silent.billing.countWaitingApprovals = async () => {
      throw new DomainError('unavailable', 'unavailable', {});
    };
    const { visitor } = await visitAsOwner(silent);
    const page = await visitor.open('/settings/account');
    expect(page.status).toBe(200);
    expect(page.html).not.toContain('class="count"');
  });
});
