import { Card } from '../../../view/blocks';
import type { GuidePage } from '../guide-page';

export const AUTHENTICATION: GuidePage = {
  path: '/public/docs/authentication',
  title: 'Authentication',
  short: 'Authentication',
  description: 'One API key for REST and MCP, sent as a bearer token. How to get, replace and protect it.',
  body: (
    <Card>
      <p>
        Send the account’s API key as a bearer token with every request:{' '}
        <code>Authorization: Bearer &lt;ACCESS_TOKEN&gt;</code>. It is shown on{' '}
        <a href="/settings/api">API integration</a>, and{' '}
        <a href="/public/docs/reference/createToken">POST /public/token</a> returns it to a program that sends
        the e-mail address and password. Each account has one key, for REST and MCP. The page shows the day on
        which it expires.
      </p>
      <p>
        <a href="/public/docs/reference/refreshToken">POST /public/token/refresh</a> replaces it. The old key
        then stops working for REST and MCP. A request without a valid key returns 401 with{' '}
        <code>unauthorized</code> or <code>expired_token</code>. Tokens of apps that an owner connected
        through OAuth work only for MCP.
      </p>
      <p>
        Only partners can create accounts. They send <code>X-Partner-Key</code> instead. Keep both keys out of
        browsers, apps and repositories: anyone with the API key can spend the account’s money, up to the
        owner’s <a href="/settings/limits">limits</a>.
      </p>
    </Card>
  ),
};
