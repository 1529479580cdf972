// `helm test` runs this program. With an access token it lists tools and orders like a client. Without one it checks that
// the endpoint answers and requires a token.
const { MCP_URL: url, ACCESS_TOKEN: token } = process.env;

async function post(message) {
  // AbortSignal.timeout() is not used here, because it does not keep the program alive while it waits.
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), 5_000);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
      signal: patience.signal,
    });
    const text = await response.text();
    const body = text === '' ? undefined : JSON.parse(text);
    return { status: response.status, headers: response.headers, body };
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Repeats failed requests for 30 seconds, because a network plugin may open the network only some seconds after a pod's
 * start.
 */
async function firstAnswer(ask) {
  const patience = AbortSignal.timeout(30_000);
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      // A SyntaxError means that an answer came that is not JSON. So the request is not repeated.
      if (patience.aborted || error instanceof SyntaxError) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

function expect(condition, sentence) {
  if (!condition) throw new Error(`Not so: ${sentence}`);
  console.log(`ok: ${sentence}`);
}

const notified = await firstAnswer(() => post({ method: 'notifications/initialized' }));
expect(notified.status === 202, 'the endpoint takes a notification');

if (token) {
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'helm-test', version: '1' },
  };
  const started = await post({ id: 1, method: 'initialize', params });
  expect(started.body?.result?.serverInfo?.name === 'parcelyard', 'initialize names the server');
  const listed = await post({ id: 2, method: 'tools/list' });
  expect(listed.body?.result?.tools?.length > 0, 'tools are listed');
  const called = await post({ id: 3, method: 'tools/call', params: { name: 'list_orders', arguments: {} } });
  expect(called.body?.result?.isError === false, 'list_orders answers');
} else {
  const refused = await post({ id: 1, method: 'tools/list' });
  expect(refused.status === 401, 'a call without a token is refused');
  expect(
    refused.headers.get('www-authenticate')?.includes('resource_metadata='),
    'and says where to get one',
  );
}
