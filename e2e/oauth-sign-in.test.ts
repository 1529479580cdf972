import { createOAuthApp, type OAuthApp } from './support/oauth-app';
import { createAccount } from './support/shipctl';
import { type Stack, startStack } from './support/start-stack';
import { createVisitor } from './support/visitor';

const CLIENT_ID = 'the-hosted-assistant';
const REDIRECT_URI = 'https://assistant.example/api/mcp/callback?kind=mcp';
const OTHER_REDIRECT_URI = 'https://assistant.example.net/callback';

describe('an app that signs in', () => {
  let stack: Stack;
  let app: OAuthApp;
  beforeAll(async () => {
    stack = await startStack({
      OAUTH_HOSTED_CLIENT_ID: CLIENT_ID,
      OAUTH_HOSTED_CLIENT_NAME: 'The Assistant',
      OAUTH_HOSTED_REDIRECT_URIS: `${REDIRECT_URI},${OTHER_REDIRECT_URI}`,
    });
    app = createOAuthApp(stack.file().baseUrl, { clientId: CLIENT_ID, redirectUri: REDIRECT_URI });
  }, 90_000);
  afterAll(() => stack.remove());

  it('works', async () => {
    const { baseUrl } = stack.file();
    const account = await createAccount(stack.dataDir);
    const visitor = createVisitor(baseUrl);
    const asked = await app.ask(visitor);
    const approval = await asked.submit('password', {
      email: account.email,
      password: 'correct horse battery',
    });
    const allowed = await approval.submit('decision', { decision: 'allow' });
    const answer = await app.redeem(allowed.leadsTo?.searchParams.get('code') ?? '');
  });
});
