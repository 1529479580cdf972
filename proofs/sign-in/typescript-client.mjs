// An app that uses the official TypeScript client. Five times in a row, it makes four calls at once with an expired
// access token.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const { MCP_URL, OWNER_URL, REDIRECT, CLIENT_ID } = process.env;
const kept = { client: { client_id: CLIENT_ID } };
const provider = {
  redirectUrl: REDIRECT,
  clientMetadata: { redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' },
  state: () => 'state-of-the-app',
  clientInformation: () => kept.client,
  saveClientInformation: (client) => {
    kept.client = client;
  },
  tokens: () => kept.tokens,
  saveTokens: (tokens) => {
    kept.tokens = tokens;
  },
  redirectToAuthorization: (url) => {
    kept.sentTo = url;
  },
  saveCodeVerifier: (verifier) => {
    kept.verifier = verifier;
  },
  codeVerifier: () => kept.verifier,
};
const transport = () => new StreamableHTTPClientTransport(new URL(MCP_URL), { authProvider: provider });
const connect = async (through) => {
  const client = new Client({ name: 'proof', version: '1' });
  await client.connect(through);
  return client;
};
const first = transport();
await connect(first).then(
  () => {
    throw new Error('connected without sign-in');
  },
  (error) => {
    if (!kept.sentTo) throw error;
  },
);
const back = new URL(await (await fetch(`${OWNER_URL}?url=${encodeURIComponent(kept.sentTo)}`)).text());
await first.finishAuth(back.searchParams);
const client = await connect(transport());
const names = ['get_balance', 'list_orders', 'list_products', 'list_pickups'];
let good = 0;
for (let round = 0; round < 5; round += 1) {
  kept.tokens = { ...kept.tokens, access_token: 'pyoa_of-yesterday' };
  const answers = await Promise.allSettled(names.map((name) => client.callTool({ name, arguments: {} })));
  good += answers.filter(({ status, value }) => status === 'fulfilled' && value.isError === false).length;
  for (const { reason } of answers) if (reason) console.error(String(reason).slice(0, 200));
}
console.log(JSON.stringify({ asked: 20, good }));
