import { formTarget } from '../../../src/surfaces/oauth/authorize/consent-page';

it.each([
  ['https://assistant.example/callback?x=y', 'https://assistant.example'],
  ['https://assistant.example:8443/callback', 'https://assistant.example:8443'],
  ['http://localhost:3118/callback', 'http://localhost:3118'],
  ['http://127.0.0.1/callback', 'http://127.0.0.1'],
  ['http://[::1]:3118/callback', 'http:'],
])('the form of an app with the redirect address %s may lead to %s', (redirectUri, target) => {
  expect(formTarget(redirectUri)).toBe(target);
});
