import type { Approval, DecideApprovalRequest } from '@parcelyard/contracts/billing';
import { ConnectionKind } from '@parcelyard/contracts/common';
import { destinationDigest, destinationsDigest } from '@parcelyard/service-kit/destination-digest';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { createVisitor } from '@parcelyard/testing/visitor';
import { aLabel, anAddress, anOrder } from '../../../support/contracts';
import { ACCOUNT_ID, TOKENS } from '../../../support/fake-auth';
import { PASSWORD } from '../../../support/fake-owners';
import { pressWithoutToken, visitAsOwner } from '../../../support/owner-visit';
import type { Options } from '../../../support/start-gateway';

const ID = 'apr_2Fsr9vQ1oUqYb7n0cJtX3w';
const PATH = `/approve/${ID}`;

const approval = (changes: Partial<Approval> = {}): Approval => ({
  approvalId: ID,
  status: 'pending',
  connectionKind: ConnectionKind.TOKEN,
  batch: false,
  orderIds: [1001],
  totalCents: 6_210,
  postageCents: 5_880,
  insuranceCents: 330,
  feeCents: 0,
  askAboveCents: 5_000,
  askedAt: new Date('2026-03-02T14:50:00Z'),
  expiresAt: new Date('2026-03-02T15:50:00Z'),
  ...changes,
});

/** Returns a fake billing with one approval. It records the decisions. */
function services(
  changes: Partial<Approval> = {},
  decide?: (request: DecideApprovalRequest) => Promise<Approval>,
) {
  const decisions: DecideApprovalRequest[] = [];
  let present = approval(changes);
  const options: Partial<Options> = {
    billing: {
      getApproval: async ({ approvalId }) => {
        if (approvalId === ID) return present;
        throw new DomainError('not_found', 'approval_not_found', {}, { field: 'approval_id' });
      },
      decideApproval: async (request) => {
        decisions.push(request);
        present = decide
          ? await decide(request)
          : { ...present, status: request.allow ? 'allowed' : 'denied' };
        return present;
      },
    },
    orders: {
      getOrder: async () => anOrder(),
      getOrders: async ({ orderIds }) => ({
        orders: orderIds.map((orderId) => anOrder({ orderId, orderNumber: `N${orderId}` })),
      }),
    },
  };
  /** Changes the approval, as somebody could in another window. */
  const become = (after: Partial<Approval>) => {
    present = { ...present, ...after };
  };
  return { options, decisions, become };
}

describe('a purchase that waits for the owner', () => {
  it('shows order, recipient, amount, limit, author and expiry [MCP-W6]', async () => {
    const { visitor } = await visitAsOwner(services().options);
    const { text, html, status } = await visitor.open(PATH);
    expect(status).toBe(200);
    for (const part of [
      ...['Allow this purchase?', '$62.10', 'above $50.00', 'K7Q2MX', 'Ada Lovelace', '350 5th Ave'],
      ...['2 × Analytical engine and 1 more line, goods worth $48.50', '12.5 oz'],
      ...['Ada Lovelace, New York, NY, US', 'Postage  $58.80', 'An assistant or a program with your API key'],
      ...['Mar 2, 2026, 9:50 AM CST', 'Nothing has been charged.'],
    ]) {
      expect(text).toContain(part);
    }
    expect(html).toMatch(/<button[^>]*name="decision" value="allow"/);
    expect(html).toMatch(/<button[^>]*name="decision" value="deny"/);
  });

  it('shows the service and the parts of the amount, without parts that are 0', async () => {
    const known = { method: 'USPS Ground Advantage', postageCents: 5_880, insuranceCents: 330, feeCents: 0 };
    const { visitor } = await visitAsOwner(services(known).options);
    const { text } = await visitor.open(PATH);
    for (const part of ['USPS Ground Advantage', 'Postage', '$58.80', 'Insurance', '$3.30', '$62.10']) {
      expect(text).toContain(part);
    }
    expect(text).not.toMatch(/fee|\$0\.00/);
  });

  it('shows what is bought, for whom, and both buttons before the details', async () => {
    const { visitor } = await visitAsOwner(services({ method: 'USPS Ground Advantage' }).options);
    const { html } = await visitor.open(PATH);
    const places = [
      ...['USPS Ground Advantage', 'Ada Lovelace, New York', 'value="allow"', 'value="deny"'],
      ...['What it costs', '350 5th Ave', 'The request'],
    ].map((part) => html.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it.each([
    ['The order already has a label', anOrder({ status: 'PrintLabel', label: aLabel() })],
    ['The order was canceled', anOrder({ status: 'Deleted' })],
  ])('cannot be decided any more: %s', async (title, order) => {
    const { options, decisions } = services();
    let present = anOrder();
    const { visitor } = await visitAsOwner({ ...options, orders: { getOrder: async () => present } });
    const before = await visitor.open(PATH);
    present = order;
    const { text, html } = await visitor.open(PATH);
    expect(text).toContain(title);
    expect(text).toContain('There is nothing to decide.');
    expect(html).not.toContain('name="decision"');
    const late = await visitor.press(before, 'Allow $62.10');
    expect(late.status).toBe(409);
    expect(late.text).toContain(title);
    expect(late.text).toContain('Your answer had no effect.');
    expect(decisions).toEqual([]);
  });

  describe('that is for a return label', () => {
    const shop = anAddress({ name: '', company: 'Ada & Co', street1: '100 Congress Ave', city: 'Austin' });
    const waiting = () =>
      anOrder({ status: 'PrintReturnLabel', label: aLabel(), trackingNumber: aLabel().trackingNumber });
    const asked = { forReturn: true, destination: destinationDigest(shop) };
    const withShop = (order = waiting()) => {
      const known = services(asked);
      const shipping = {
        getSettings: async () => ({ shipFrom: shop, printSetting: 'pdf', insurance: false }),
      };
      return { ...known, options: { ...known.options, shipping, orders: { getOrder: async () => order } } };
    };

    it('shows the shop as the destination, and can be allowed although the order has its outbound label', async () => {
      const { options, decisions } = withShop();
      const { visitor } = await visitAsOwner(options);
      const page = await visitor.open(PATH);
      for (const part of [
        'A return label',
        'From',
        'Ada Lovelace, New York',
        'Ada & Co, Austin',
        '100 Congress',
      ])
        expect(page.text).toContain(part);
      const after = await visitor.press(page, 'Allow $62.10');
      expect([after.status, decisions.length]).toEqual([200, 1]);
      expect(after.text).toContain('You allowed it');
    });

    it.each([
      ['The order already has a label', { status: 'WaitingForReturn', returnLabel: aLabel() }],
      ['The order no longer needs a return label', { status: 'Delivered' }],
    ])('cannot be decided any more: %s', async (title, changes) => {
      const { visitor } = await visitAsOwner(withShop({ ...waiting(), ...changes }).options);
      const { text, html } = await visitor.open(PATH);
      expect(text).toContain(title);
      expect(html).not.toContain('name="decision"');
    });
  });

  it.each([
    ['an order', { destination: destinationDigest(anAddress()) }],
    [
      'a batch',
      {
        batch: true,
        orderIds: [1001, 1002],
        destination: destinationsDigest(
          [1001, 1002].map((orderId) => ({ orderId, digest: destinationDigest(anAddress()) })),
        ),
      },
    ],
  ])('to an address that %s no longer has cannot be allowed [MCP-W11]', async (_, changes) => {
    const { options, decisions } = services(changes);
    let shipTo = anAddress();
    const { visitor } = await visitAsOwner({
      ...options,
      orders: {
        getOrder: async () => anOrder({ shipTo }),
        getOrders: async ({ orderIds }) => ({
          orders: orderIds.map((orderId) => anOrder({ orderId, ...(orderId === 1001 && { shipTo }) })),
        }),
      },
    });
    const before = await visitor.open(PATH);
    expect(before.text).toContain('350 5th Ave');
    shipTo = anAddress({ name: 'Mallory Mark', street1: '1 Other St' });
    const late = await visitor.press(before, 'Allow $62.10');
    expect([late.status, decisions]).toEqual([409, []]);
    expect(late.text).toContain('The destination has changed');
    expect(late.text).toContain('You will be asked again');
    expect(late.text).not.toContain('1 Other St');
    expect(late.html).not.toContain('name="decision"');
  });

  it('of a batch shows the number of labels, some orders and the total', async () => {
    const orderIds = Array.from({ length: 96 }, (_, place) => 1001 + place);
    const { visitor } = await visitAsOwner(services({ batch: true, orderIds, totalCents: 41_200 }).options);
    const { text } = await visitor.open(PATH);
    for (const part of [
      'Labels in a batch',
      '$412.00',
      '96, one for each order',
      'and 86 more',
      'N1096',
      '350 5th Ave',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('of an order that does not exist says so and can be denied', async () => {
    const { options } = services();
    const gone = () => Promise.reject(new DomainError('not_found', 'order_not_found', { orderId: 1001 }));
    const { visitor } = await visitAsOwner({ ...options, orders: { getOrder: gone } });
    const page = await visitor.open(PATH);
    expect(page.text).toContain('1001, which no longer exists');
    expect((await visitor.press(page, 'Deny')).text).toContain('You denied it');
  });

  it('is allowed by its button on this site, and the owner returns to the assistant [MCP-W6]', async () => {
    const { options, decisions } = services();
    const { gateway, visitor } = await visitAsOwner(options);
    const after = await visitor.press(await visitor.open(PATH), 'Allow $62.10');
    expect([after.path, after.status]).toEqual([PATH, 200]);
    expect(after.text).toContain('Go back to your assistant. If it does not continue, ask it to try again.');
    expect(decisions).toEqual([{ accountId: ACCOUNT_ID, approvalId: ID, allow: true }]);
    const recorded = gateway.authCalls.filter(({ method }) => method === 'beginActivity');
    expect(recorded).toMatchObject([
      {
        request: {
          action: 'approval_allowed',
          subject: { approvalId: ID, orderId: 1001, amountCents: 6_210 },
        },
      },
    ]);
  });

  it('is recorded once when its button is clicked twice', async () => {
    const { options } = services();
    const { gateway, visitor } = await visitAsOwner(options);
    const page = await visitor.open(PATH);
    await visitor.press(page, 'Allow $62.10');
    expect((await visitor.press(page, 'Allow $62.10')).status).toBe(200);
    expect(gateway.authCalls.filter(({ method }) => method === 'beginActivity')).toHaveLength(1);
  });

  it('is denied by its button, and nothing was charged [MCP-W6]', async () => {
    const { options, decisions } = services();
    const { visitor } = await visitAsOwner(options);
    const after = await visitor.press(await visitor.open(PATH), 'Deny');
    expect(after.text).toContain('You denied it');
    expect(after.text).toContain('Nothing was bought or charged');
    expect(decisions).toEqual([{ accountId: ACCOUNT_ID, approvalId: ID, allow: false }]);
  });

  it('is not decided by a form without a decision', async () => {
    const { options, decisions } = services();
    const { visitor } = await visitAsOwner(options);
    const page = await visitor.open(PATH);
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.html)?.[1] ?? '';
    const response = await visitor.send(PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ csrf, decision: 'perhaps' }).toString(),
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('Press Allow or Deny. Nothing was decided.');
    expect(decisions).toEqual([]);
  });

  it('is not decided by a form without its csrf token', async () => {
    const { options, decisions } = services();
    const { visitor } = await visitAsOwner(options);
    const page = await visitor.open(PATH);
    expect((await pressWithoutToken(visitor, page, 'Deny')).status).toBe(403);
    expect(decisions).toEqual([]);
  });

  it.each([
    ['allowed', 'You already allowed this purchase at Mar 2, 2026, 9:01 AM CST . Your answer had no effect.'],
    ['denied', 'You already denied this purchase at Mar 2, 2026, 9:01 AM CST . Your answer had no effect.'],
    ['used', 'You already allowed this purchase at Mar 2, 2026, 9:01 AM CST . Your answer had no effect.'],
    ['expired', 'Your answer had no effect.'],
  ])('that was %s in another window says that the second answer did not count', async (status, words) => {
    const { options, become } = services({}, () =>
      Promise.reject(new DomainError('failed_precondition', 'approval_decided', { status })),
    );
    const { visitor } = await visitAsOwner(options);
    const page = await visitor.open(PATH);
    become({ status, decidedAt: new Date('2026-03-02T15:01:00Z') });
    const after = await visitor.press(page, status === 'denied' ? 'Allow $62.10' : 'Deny');
    expect([after.path, after.status]).toEqual([PATH, 409]);
    expect(after.text.replaceAll(/\s+/g, ' ')).toContain(words);
    expect(after.html).not.toContain('name="decision"');
  });
});

describe('a purchase that no longer waits', () => {
  it.each([
    ['allowed', 'You allowed it', 'ask it to try again'],
    ['denied', 'You denied it', 'can no longer be allowed'],
    ['used', 'It was bought', 'Your approval is used up'],
    ['expired', 'The request has expired', 'You will be asked again'],
    ['of_a_later_version', 'Already decided', 'There is nothing to decide.'],
  ])('%s has a page of its own and no buttons', async (status, title, words) => {
    const { visitor } = await visitAsOwner(services({ status }).options);
    const { text, html } = await visitor.open(PATH);
    expect(text).toContain(title);
    expect(text).toContain(words);
    expect(html).not.toContain('name="decision"');
  });
});

describe('access to an approval', () => {
  it("gets the same 404 for an unknown purchase and for another account's", async () => {
    const { options, decisions } = services();
    const { visitor } = await visitAsOwner(options);
    const pages = await Promise.all(
      ['apr_0000000000000000000000', 'nonsense', '%00'].map((id) => visitor.open(`/approve/${id}`)),
    );
    for (const { status, html } of pages) {
      expect(status).toBe(404);
      expect(html).toBe(pages[0]?.html);
    }
    expect(decisions).toEqual([]);
  });

  it('leads to the sign-in and back without a session', async () => {
    const { gateway } = await visitAsOwner(services().options);
    const visitor = createVisitor(gateway.url);
    const signIn = await visitor.open(PATH);
    expect(signIn.path).toBe(`/signin?return_to=${encodeURIComponent(PATH)}`);
    const after = await visitor.press(signIn, 'Sign in', { email: 'ada@example.com', password: PASSWORD });
    expect(after.path).toBe(PATH);
    expect(after.text).toContain('Allow this purchase?');
  });

  it.each(['GET', 'POST'])(
    'is not possible with a token: %s leads to the sign-in and decides nothing [MCP-W3]',
    async (method) => {
      const { options, decisions } = services();
      const { gateway } = await visitAsOwner(options);
      for (const token of [TOKENS.access, TOKENS.oauth]) {
        const response = await fetch(`${gateway.url}${PATH}`, {
          method,
          redirect: 'manual',
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/x-www-form-urlencoded',
          },
          ...(method === 'POST' && { body: 'decision=allow' }),
        });
        expect(response.status).toBe(303);
        expect(response.headers.get('location')).toBe(
          `/signin?return_to=${encodeURIComponent(PATH)}${method === 'POST' ? '&unsent=1' : ''}`,
        );
      }
      expect(decisions).toEqual([]);
      expect(gateway.calls.map(({ method: called }) => called)).not.toContain('getApproval');
    },
  );
});
