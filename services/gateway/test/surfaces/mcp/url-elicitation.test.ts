import { randomBytes } from 'node:crypto';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { ConnectionKind } from '@parcelyard/contracts/common';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { parseKeyRing } from '@parcelyard/service-kit/key-ring';
import { TOKENS } from '../../support/fake-auth';
import { modernAnswer } from '../../support/modern-post';
import { BASE_URL, callTool, startGateway, type TestGateway } from '../../support/start-gateway';

const ADDRESS = `${BASE_URL}/approve/apr_1`;
const REFUSAL =
  'This label costs $62.10, above $50.00 where the owner wants to be asked. ' +
  `Approve it at ${ADDRESS}, then repeat the call. Nothing was charged.`;
const CONFIRM = {
  order_id: 5,
  rate_id: 'rate',
  package_id: 'package',
  method: 'USPS',
  service_level: 'usps',
  confirm: true,
};

/**
 * Starts a gateway with a signed-in owner and a shipping service that sells nothing without the owner's approval.
 * @param options.allowedAfter after how many reads of the approval its status is `allowed`
 */
async function setUp(options: { keys?: boolean; allowedAfter?: number } = {}) {
  const approval = {
    approvalId: 'apr_1',
    totalCents: 6210,
    postageCents: 5880,
    insuranceCents: 330,
    feeCents: 0,
    askAboveCents: 5000,
    batch: false,
    expiresAt: new Date(Date.now() + 365 * 86_400_000),
  };
  let status = 'pending';
  let looks = 0;
  const approvalIds: unknown[] = [];
  const gateway = await startGateway({
    ...(options.keys !== false && {
      requestStateKeys: parseKeyRing(`k1:${randomBytes(32).toString('base64url')}`),
    }),
    billing: {
      getApproval: async () => {
        const answer = {
          ...approval,
          status,
          connectionKind: ConnectionKind.TOKEN,
          orderIds: [5],
          askedAt: new Date(),
        };
        looks += 1;
        if (looks === options.allowedAfter) status = 'allowed';
        return answer;
      },
    },
    shipping: {
      buyLabel: async (request) => {
        approvalIds.push((request as { approvalId?: string }).approvalId);
        if (status !== 'allowed') {
          throw new DomainError('permission_denied', 'approval_needed', {
            ...approval,
            expiresAt: approval.expiresAt.toISOString(),
          });
        }
        throw new DomainError('carrier_refused', 'text', { text: 'The carrier was asked.' });
      },
    },
  });
  const decide = (word: string) => {
    status = word;
  };
  return { gateway, decide, approvalIds };
}

async function connect(
  gateway: TestGateway,
  answer: (params: Record<string, unknown>) => 'accept' | 'decline',
  capabilities = { elicitation: { url: {} } } as object,
): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities, versionNegotiation: { mode: 'auto' } },
  );
  if ('elicitation' in capabilities) {
    client.setRequestHandler('elicitation/create', async ({ params }) => ({
      action: answer(params as Record<string, unknown>),
    }));
  }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${gateway.url}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${TOKENS.access}` } },
    }),
  );
  return client;
}

const textOf = (result: unknown) => (result as { content: { text: string }[] }).content[0]?.text;
const buy = (client: Client) => client.callTool({ name: 'buy_label', arguments: CONFIRM });

describe('the official client that can show its user an address', () => {
  it("continues by itself with the owner's approval [MCP-V10]", async () => {
    const { gateway, decide, approvalIds } = await setUp();
    const shown: unknown[] = [];
    const client = await connect(gateway, (params) => {
      shown.push(params);
      decide('allowed');
      return 'accept';
    });
    expect(textOf(await buy(client))).toBe('The carrier was asked.');
    expect(shown).toEqual([expect.objectContaining({ mode: 'url', url: ADDRESS })]);
    expect(approvalIds).toEqual([undefined, 'apr_1']);
    await client.close();
  });

  it('waits while the owner decides', async () => {
    const { gateway } = await setUp({ allowedAfter: 2 });
    const client = await connect(gateway, () => 'accept');
    expect(textOf(await buy(client))).toBe('The carrier was asked.');
    await client.close();
  });

  it('gets a clear refusal when its user declines [MCP-V11]', async () => {
    const { gateway, approvalIds } = await setUp();
    const client = await connect(gateway, () => 'decline');
    expect(textOf(await buy(client))).toMatch(/declined or closed\. Nothing was bought or charged\./);
    expect(approvalIds).toEqual([undefined]);
    await client.close();
  });
});

describe('every other client gets the refusal with the address, and repeats the call [MCP-V13]', () => {
  it.each([
    ['of 2026-07-28 without elicitation', {}],
    ['of 2026-07-28 that shows forms only', { elicitation: {} }],
  ])('a client %s', async (_case, capabilities) => {
    const { gateway, decide } = await setUp();
    const client = await connect(gateway, () => 'accept', capabilities);
    expect(textOf(await buy(client))).toBe(REFUSAL);
    decide('allowed');
    expect(textOf(await buy(client))).toBe('The carrier was asked.');
    await client.close();
  });

  it('a client of an older version, whatever it declares', async () => {
    const { gateway } = await setUp();
    expect((await callTool(gateway, 'buy_label', CONFIRM)).text).toBe(REFUSAL);
  });

  it('every client of a gateway without an encryption key', async () => {
    const { gateway } = await setUp({ keys: false });
    const client = await connect(gateway, () => 'accept');
    expect(textOf(await buy(client))).toBe(REFUSAL);
    await client.close();
  });
});

it('an unknown state gets -32602, and no service is called [MCP-V12]', async () => {
  const { gateway, approvalIds } = await setUp();
  const answer = await modernAnswer(gateway, {
    method: 'tools/call',
    params: { name: 'buy_label', arguments: CONFIRM, requestState: 'k1.AAAA' },
    capabilities: { elicitation: { url: {} } },
  });
  expect(answer).toMatchObject({ status: 200, error: { code: -32602 } });
  expect(approvalIds).toEqual([]);
});
