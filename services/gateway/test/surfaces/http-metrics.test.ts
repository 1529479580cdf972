import { eventually } from '@parcelyard/testing/eventually';
import { Registry } from 'prom-client';
import { post, startGateway } from '../support/start-gateway';

it('requests are counted by route pattern and status, and the metrics contain no path or token of a caller', async () => {
  const registry = new Registry();
  const gateway = await startGateway({ registry });
  await post(gateway, { jsonrpc: '2.0', id: 1, method: 'ping' });
  await post(gateway, { jsonrpc: '2.0', id: 1, method: 'ping' }, { authorization: undefined });
  for (const path of [
    '/labels/secret!1',
    '/public/openapi.json',
    '/wp-login.php?secret-2',
    '/mcp?secret-3',
  ]) {
    await fetch(gateway.url + path);
  }
  const count = (method: string, route: string, status: number) =>
    `parcelyard_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"} 1`;
  await eventually(async () => {
    const text = await registry.metrics();
    expect(text).toContain(count('POST', '/mcp', 200));
    expect(text).toContain(count('POST', '/mcp', 401));
    expect(text).toContain(count('GET', '/mcp', 405));
    expect(text).toContain(count('GET', '/labels/{*link}', 404));
    expect(text).toContain(count('GET', '/public/openapi.json', 200));
    expect(text).toContain(count('GET', 'unmatched', 404));
    expect(text).not.toContain('secret');
  });
});

it('unknown addresses are counted under one label', async () => {
  const registry = new Registry();
  const gateway = await startGateway({ registry });
  for (let number = 0; number < 30; number += 1) await fetch(`${gateway.url}/nowhere/${number}`);
  await eventually(async () => {
    const lines = (await registry.metrics()).split('\n').filter((line) => line.includes('_count{'));
    expect(lines).toEqual([expect.stringMatching(/route="unmatched".* 30$/)]);
  });
});

it('a gateway without requests has the metric whose absence starts an alarm', async () => {
  const registry = new Registry();
  await startGateway({ registry });
  expect(await registry.metrics()).toContain('parcelyard_http_requests_in_flight 0');
});
