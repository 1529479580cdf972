import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Approval } from '@parcelyard/contracts/billing';
import { ConnectionKind } from '@parcelyard/contracts/common';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { parseKeyRing } from '@parcelyard/service-kit/key-ring';
import { createLogger } from '@parcelyard/service-kit/logger';
import { FakeClock } from '@parcelyard/testing/fake-clock';
import fc from 'fast-check';
import {
  type Arrival,
  createOwnerApprovals,
} from '../../../src/surfaces/mcp/modern/approval/owner-approvals';
import {
  createRequestStates,
  type WaitingCall,
} from '../../../src/surfaces/mcp/modern/approval/request-state';

const ADDRESS = 'https://ship.example/approve/apr_1';
const newKey = (name: string) => `${name}:${randomBytes(32).toString('base64url')}`;
const KEY = newKey('k1');

const call: WaitingCall = {
  caller: { accountId: 7, requestId: 'r', connectionKind: 'token' },
  tool: 'buy_label',
  args: { order_id: 5, rate_id: 'rate', confirm: true },
};

/**
 * Creates the approvals of an account. `statuses` says how its owner decides: each call of `getApproval` returns the
 * next status. After the last status, each call returns the last status again.
 */
function setUp(statuses: readonly string[] = ['pending'], keys = KEY) {
  const clock = new FakeClock();
  const expiresAt = new Date(clock.now().getTime() + 3_600_000);
  let reads = 0;
  let slept = 0;
  let draining = false;
  const getApproval = async (): Promise<Approval> => {
    const status = statuses[Math.min(reads, statuses.length - 1)] as string;
    reads += 1;
    if (status === 'away') throw new DomainError('unavailable', 'unavailable', {});
    return {
      approvalId: 'apr_1',
      status,
      connectionKind: ConnectionKind.TOKEN,
      batch: false,
      orderIds: [5],
      totalCents: 6210,
      postageCents: 5880,
      insuranceCents: 330,
      feeCents: 0,
      askAboveCents: 5000,
      askedAt: clock.now(),
      expiresAt,
    };
  };
  const logged: Record<string, unknown>[] = [];
  const owner = createOwnerApprovals({
    logger: createLogger('gateway', 'info', { write: (line: string) => void logged.push(JSON.parse(line)) }),
    billing: { getApproval } as Parameters<typeof createOwnerApprovals>[0]['billing'],
    states: createRequestStates(parseKeyRing(keys)),
    clock,
    absolute: (path) => `https://ship.example${path}`,
    isDraining: () => draining,
    sleep: async (ms) => {
      slept += ms;
    },
  });
  const needed = new DomainError('permission_denied', 'approval_needed', {
    approvalId: 'apr_1',
    totalCents: 6210,
    askAboveCents: 5000,
    batch: false,
    expiresAt: expiresAt.toISOString(),
  });
  const asked = () => resultOf(owner.encoding(call).refusal(1, 'The refusal.', needed));
  const meet = (state: unknown, action?: unknown, changes: Partial<Arrival> = {}) =>
    owner.meet({
      ...call,
      id: 2,
      response: { destroyed: false, closed: false } as ServerResponse,
      requestState: state,
      inputResponses: action === undefined ? undefined : { owner_approval: { action } },
      ...changes,
    });
  return {
    clock,
    owner,
    logged,
    meet,
    state: () => asked().requestState as string,
    asked,
    reads: () => reads,
    slept: () => slept,
    drain: () => {
      draining = true;
    },
  };
}

interface Result {
  readonly resultType: string;
  readonly inputRequests?: Record<string, { method: string; params: Record<string, string> }>;
  readonly requestState?: string;
  readonly isError?: boolean;
  readonly content?: { text: string }[];
}
const resultOf = (answer: unknown): Result =>
  (JSON.parse((answer as Buffer).toString()) as { result: Result }).result;
const refusalOf = (answer: unknown) => {
  const { resultType, isError, content } = resultOf(answer);
  expect([resultType, isError]).toEqual(['complete', true]);
  return content?.[0]?.text;
};

describe('a purchase that needs the owner’s approval', () => {
  it('asks the client to show the address, with a clear message and an encrypted state [MCP-V10]', () => {
    expect(setUp().asked()).toEqual({
      resultType: 'input_required',
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'parcelyard', version: '1.0.0' } },
      inputRequests: {
        owner_approval: {
          method: 'elicitation/create',
          params: {
            mode: 'url',
            url: ADDRESS,
            message:
              "This label costs $62.10, above $50.00 where the account's owner wants to be asked. Open the page, sign in as " +
              'the owner, and allow or refuse the purchase. Nothing is bought or charged before that.',
          },
        },
      },
      requestState: expect.stringMatching(/^k1\.[\w-]+$/),
    });
  });

  it('leaves every other refusal unchanged', () => {
    const { owner } = setUp();
    const refused = new DomainError('payment_required', 'text', { text: 'No money.' });
    expect(refusalOf(owner.encoding(call).refusal(1, 'No money.', refused))).toBe('No money.');
  });

  it.each(['allowed', 'denied'])("continues with the owner's decision: %s [MCP-V10]", async (status) => {
    const { meet, state, slept } = setUp([status]);
    expect(await meet(state(), 'accept')).toEqual({ approvalId: 'apr_1' });
    expect(slept()).toBe(0);
  });

  it('waits for the owner and continues by itself [MCP-V10]', async () => {
    const { meet, state, slept } = setUp(['pending', 'pending', 'pending', 'allowed']);
    expect(await meet(state(), 'accept')).toEqual({ approvalId: 'apr_1' });
    expect(slept()).toBe(3_000);
  });

  it("does not continue after the client's accept alone, and asks for a repeated call after 20 seconds [MCP-V11]", async () => {
    const { meet, state, slept } = setUp();
    const waiting = resultOf(await meet(state(), 'accept'));
    expect(waiting.resultType).toBe('input_required');
    expect(waiting.inputRequests).toBeUndefined();
    expect(slept()).toBe(20_000);
    // The client is not asked to open the address again.
    const further = resultOf(await meet(waiting.requestState));
    expect(further.inputRequests).toBeUndefined();
    expect(slept()).toBe(40_000);
  });

  it('ends with the refusal and the address before official clients stop after ten calls', async () => {
    const { meet, state } = setUp();
    let answer = await meet(state(), 'accept');
    let sent = 1;
    while (resultOf(answer).resultType === 'input_required' && sent < 20) {
      answer = await meet(resultOf(answer).requestState);
      sent += 1;
    }
    expect(sent).toBe(9);
    expect(refusalOf(answer)).toBe(
      'This label costs $62.10, above $50.00 where the owner wants to be asked. ' +
        `Approve it at ${ADDRESS}, then repeat the call. Nothing was charged.`,
    );
  });

  it.each([undefined, 'yes', 7, null])(
    'is requested again with the address after an empty answer (%j)',
    async (action) => {
      const { meet, state, slept } = setUp();
      const again = resultOf(await meet(state(), action));
      expect(again.inputRequests?.owner_approval?.params.url).toBe(ADDRESS);
      expect(slept()).toBe(0);
    },
  );

  it('is requested again after an answer to something else', async () => {
    const { meet, state } = setUp();
    const again = await meet(state(), undefined, { inputResponses: { another: { action: 'accept' } } });
    expect(resultOf(again).inputRequests).toBeDefined();
  });

  it.each(['decline', 'cancel'])(
    'is refused after %s: nothing was charged, whatever the owner decides meanwhile [MCP-V11]',
    async (action) => {
      const { meet, state, reads } = setUp(['allowed']);
      expect(refusalOf(await meet(state(), action))).toBe(
        "The request for the owner's approval was declined or closed. Nothing was bought or charged. " +
          `If the user still wants the purchase, the owner can approve it at ${ADDRESS}. Then repeat the call.`,
      );
      expect(reads()).toBe(0);
    },
  );

  it('stops waiting when its caller has disconnected or the process stops', async () => {
    const gone = setUp();
    const response = { destroyed: true, closed: true } as ServerResponse;
    await gone.meet(gone.state(), 'accept', { response });
    expect(gone.slept()).toBe(0);
    const stopping = setUp();
    stopping.drain();
    expect(resultOf(await stopping.meet(stopping.state(), 'accept')).requestState).toBeDefined();
    expect(stopping.slept()).toBe(0);
  });

  it('is refused with a clear message while billing is unavailable', async () => {
    const { meet, state, logged } = setUp(['away']);
    expect(refusalOf(await meet(state(), 'accept'))).toMatch(/try again/i);
    // An operator sees the outage, and no owner's decision is logged as a fault.
    expect(logged).toEqual([
      expect.objectContaining({ level: 'error', tool: 'buy_label', accountId: 7, msg: 'tool failed' }),
    ]);
    const declined = setUp();
    await declined.meet(declined.state(), 'decline');
    expect(declined.logged).toEqual([]);
  });
});

describe('an invalid state', () => {
  const NOT_ITS_OWN = {
    status: 200,
    code: -32602,
    message: expect.stringContaining('Nothing was charged.'),
  };

  it.each([
    ['another account', { caller: { ...call.caller, accountId: 8 } }],
    ['a connected app', { caller: { ...call.caller, connectionKind: 'app' as const } }],
    ['another tool', { tool: 'trigger_batch_purchase' }],
    ['another order', { args: { ...(call.args as object), order_id: 6 } }],
    ['another amount', { args: { ...(call.args as object), rate_id: 'a cheaper one' } }],
    ['one argument more', { args: { ...(call.args as object), itn: 'X' } }],
    ['no arguments', { args: undefined }],
  ])('is refused when it comes from %s [MCP-V12]', async (_case, changes) => {
    const { meet, state, reads } = setUp(['allowed']);
    expect(await meet(state(), 'accept', changes)).toEqual(NOT_ITS_OWN);
    expect(reads()).toBe(0);
  });

  it('is refused after any change in it [MCP-V12]', async () => {
    const { meet, state } = setUp(['allowed']);
    const sealed = state();
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: sealed.length - 1 }),
        fc.constantFrom('A', 'b', '7', '_', '-', '.', ''),
        async (at, character) => {
          const altered = sealed.slice(0, at) + character + sealed.slice(at + 1);
          fc.pre(altered !== sealed);
          expect(await meet(altered, 'accept')).toEqual(NOT_ITS_OWN);
        },
      ),
    );
  });

  it.each(['!', '=', '\n', ' '])('is refused with %j after it [MCP-V12]', async (more) => {
    const { meet, state } = setUp(['allowed']);
    expect(await meet(state() + more, 'accept')).toEqual(NOT_ITS_OWN);
  });

  it.each(['', 'x', '.', 'k1.', 'k9.AAAA', 7, null, {}])(
    'is refused with the value %j [MCP-V12]',
    async (state) => {
      expect(await setUp(['allowed']).meet(state, 'accept')).toEqual(NOT_ITS_OWN);
    },
  );

  it('is refused after its encryption key was removed, and accepted while the key exists', async () => {
    const sealed = setUp().state();
    const rotated = setUp(['allowed'], `${newKey('k2')},${KEY}`);
    expect(await rotated.meet(sealed, 'accept')).toEqual({ approvalId: 'apr_1' });
    const retired = setUp(['allowed'], newKey('k2'));
    expect(await retired.meet(sealed, 'accept')).toEqual(NOT_ITS_OWN);
  });

  it('is accepted with the same arguments in another sequence', async () => {
    const { meet, state } = setUp(['allowed']);
    const args = { confirm: true, rate_id: 'rate', order_id: 5 };
    expect(await meet(state(), 'accept', { args })).toEqual({ approvalId: 'apr_1' });
  });

  it.each([
    ['used', 'This approval was already used.'],
    ['expired', 'This approval has expired.'],
  ])('of an approval that was %s is refused [MCP-V12]', async (status, words) => {
    const { meet, state } = setUp([status]);
    const text = refusalOf(await meet(state(), 'accept'));
    expect(text).toMatch(new RegExp(`^${words}.*Nothing was charged\\.$`));
  });

  it('is refused after its hour [MCP-V12]', async () => {
    const { meet, state, clock, reads } = setUp(['allowed']);
    const sealed = state();
    clock.advance(3_600_000);
    expect(refusalOf(await meet(sealed, 'accept'))).toMatch(/^This approval has expired\./);
    expect(reads()).toBe(0);
  });
});
