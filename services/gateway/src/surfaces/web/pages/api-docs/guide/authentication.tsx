import { Card } from '../../../view/blocks';
import type { GuidePage } from '../guide-page';

export const AUTHENTICATION: GuidePage = {
  path: '/public/docs/authentication',
  title: 'Authentication',
  short: 'Authentication',
  description: 'One API key for REST and MCP, sent as a bearer token; how to get it, replace it and keep it.',
  body: (
    <Card>
      <p>
        Send the account’s API key, its access token, with every request:{' '}
        <code>Authorization: Bearer &lt;ACCESS_TOKEN&gt;</code>. It is shown on{' '}
        <a href="/settings/api">API integration</a>, and{' '}
        <a href="/public/docs/reference/createToken">POST /public/token</a> answers it to a program that knows
        e-mail and password. An account has one, the same for MCP; it is valid until the day that stands
        beside it.
      </p>
      <p>
        <a href="/public/docs/reference/refreshToken">POST /public/token/refresh</a> replaces it: the old one
        is dead at once, on every interface. Without a valid token the answer is 401 with{' '}
        <code>unauthorized</code> or <code>expired_token</code>. Tokens of apps that an owner connected by
        OAuth work for MCP alone.
      </p>
      <p>
        Creating accounts is for partners, who send <code>X-Partner-Key</code> instead. Keep both out of
        browsers, apps and repositories: who has the key can spend the account’s money, up to the owner’s{' '}
        <a href="/settings/limits">limits</a>.
      </p>
    </Card>
  ),
};
