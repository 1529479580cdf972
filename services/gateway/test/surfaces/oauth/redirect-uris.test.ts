import type { OAuthClient } from '../../../src/surfaces/oauth/client/oauth-client';
import { isRedirectUri, isRegistered } from '../../../src/surfaces/oauth/client/redirect-uris';

const client = (redirectUris: string[], anyLoopbackPort = true): OAuthClient => ({
  clientId: 'app',
  name: 'App',
  host: 'app.example',
  redirectUris,
  anyLoopbackPort,
});

describe('a redirect URI [MCP-A12]', () => {
  it.each([
    ['http://localhost/callback', 'http://localhost:3118/callback'],
    ['http://localhost:1/callback', 'http://localhost:65535/callback'],
    ['http://localhost:1234/callback', 'http://localhost/callback'],
    ['http://127.0.0.1/callback', 'http://127.0.0.1:8080/callback'],
    ['http://[::1]/callback', 'http://[::1]:8080/callback'],
    ['http://127.0.0.1/cb?a=b', 'http://127.0.0.1:99/cb?a=b'],
    ['http://localhost', 'http://localhost:3000'],
    ['https://app.example/callback', 'https://app.example/callback'],
  ])('registered as %s may be %s', (registered, wanted) => {
    expect(isRegistered(wanted, client([registered]))).toBe(true);
  });

  it.each([
    ['http://localhost/callback', 'http://127.0.0.1:3118/callback'],
    ['http://localhost/callback', 'https://localhost:3118/callback'],
    ['http://localhost/callback', 'http://localhost:3118/other'],
    ['http://localhost/callback', 'http://localhost:3118/callback/'],
    ['http://localhost/callback', 'http://localhost:3118/callback?x=y'],
    ['http://localhost/cb?a=b', 'http://localhost:3118/cb'],
    ['http://localhost/callback', 'http://localhost:3118/callback#x'],
    ['http://localhost/callback', 'http://localhost:99999/callback'],
    ['http://localhost/callback', 'http://localhost.evil.example:3118/callback'],
    ['http://localhost/callback', 'http://localhost:3118@evil.example/callback'],
    ['http://localhost/callback', 'http://user@localhost:3118/callback'],
    ['http://localhost/callback', 'http://localhost:3118\\@evil.example/callback'],
    ['http://localhost/callback', 'http://LOCALHOST:3118/callback'],
    ['http://localhost/callback', 'http://localhost:3118/a/../callback'],
    ['http://127.0.0.1/callback', 'http://127.1:3118/callback'],
    ['https://app.example/callback', 'https://app.example:8443/callback'],
    ['https://app.example/callback', 'https://app.example/callback?x'],
    ['https://app.example/*', 'https://app.example/callback'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['http://app.example/callback', 'http://app.example:8080/callback'],
    ['com.app:/callback', 'com.app:/callback'],
  ])('registered as %s may not be %s', (registered, wanted) => {
    expect(isRegistered(wanted, client([registered]))).toBe(false);
  });

  it('of a pre-registered app keeps its port', () => {
    const hosted = client(['http://localhost:3000/callback'], false);
    expect(isRegistered('http://localhost:3000/callback', hosted)).toBe(true);
    expect(isRegistered('http://localhost:3001/callback', hosted)).toBe(false);
  });

  it.each([
    '',
    'http://app.example/callback',
    'com.app:/callback',
    'callback',
    'https://',
    'https://app.example/é',
    'https://app.example/a b',
    'https://a.example/\n',
  ])('cannot be "%s"', (uri) => {
    expect(isRedirectUri(uri)).toBe(false);
  });
});
