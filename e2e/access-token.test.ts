import { AuthDefinition } from '@parcelyard/contracts/auth';
import type { RemoteClient } from '@parcelyard/service-kit/rpc/grpc-client';
import { createMcpClient } from './support/mcp-client';
import { serviceClient } from './support/service-client';
import { shareStack } from './support/share-stack';
import { openShop } from './support/shop';
import type { RunningStack } from './support/start-stack';

describe("an account's access token", () => {
  let stack: RunningStack;
  let auth: RemoteClient<AuthDefinition>;
  beforeAll(async () => {
    stack = await shareStack();
    auth = serviceClient(stack, 'auth', AuthDefinition);
  });
  afterAll(async () => {
    auth.close();
  });

  it('is shown unchanged while it is valid [MCP-A9]', async () => {
    const { account } = await openShop(stack);
    const { accountId } = account;
    const shown = [
      await auth.rpc.showAccessToken({ accountId }),
      await auth.rpc.showAccessToken({ accountId }),
    ];
    expect(shown.map(({ token }) => token)).toEqual([account.accessToken, account.accessToken]);
    expect(account.accessToken).toMatch(/^OAUTH2\.[\w-]{43}$/);
  });

  it('is invalid for the next request after a replacement, and the new one works [MCP-A8]', async () => {
    const { account, mcp } = await openShop(stack);
    expect(await mcp.send('ping')).toMatchObject({ status: 200 });

    const { token } = await auth.rpc.replaceAccessToken({ accountId: account.accountId });
    expect(token).not.toBe(account.accessToken);
    expect(await mcp.send('ping')).toMatchObject({ status: 401, body: { error: 'invalid_token' } });
    expect(await createMcpClient(stack.file().mcpUrl, token).send('ping')).toMatchObject({ status: 200 });
    expect(await auth.rpc.showAccessToken({ accountId: account.accountId })).toMatchObject({ token });
  });

  it('of one account does not change the tokens of others when it is replaced', async () => {
    const [one, other] = [await openShop(stack), await openShop(stack)];
    await auth.rpc.replaceAccessToken({ accountId: one.account.accountId });
    expect(await other.mcp.send('ping')).toMatchObject({ status: 200 });
  });
});
