import { createVisitor, type VisitedPage, type Visitor } from '@parcelyard/testing/visitor';
import { fakeOwners, PASSWORD } from '../../support/fake-owners';
import { fakeSignIns, GOOD_CODE } from '../../support/fake-sign-ins';
import { startGateway } from '../../support/start-gateway';

const CLIENT_ID = 'hosted-assistant';
const REDIRECT_URI = 'https://assistant.example/callback?kind=mcp';
const STATE = 'a+b c/&=%é"';
const ADA = { email: 'ada@example.com', password: PASSWORD };
const REQUEST = `/oauth/authorize?${new URLSearchParams({
  response_type: 'code',
  client_id: CLIENT_ID,
  redirect_uri: REDIRECT_URI,
  code_challenge: 'c'.repeat(43),
  code_challenge_method: 'S256',
  state: STATE,
})}`;

const signIn = async (visitor: Visitor) => visitor.press(await visitor.open('/signin'), 'Sign in', ADA);
const signOut = async (visitor: Visitor) =>
  visitor.press(await visitor.open('/settings/account'), 'Sign out');

describe('a consent page whose session has ended', () => {
  let visitor: Visitor;
  let consent: VisitedPage;
  const signIns = fakeSignIns();
  beforeEach(async () => {
    signIns.forget();
    const gateway = await startGateway({
      auth: { ...signIns.handlers, ...fakeOwners() },
      baseUrl: 'http://127.0.0.1',
      oauth: {
        OAUTH_HOSTED_CLIENT_ID: CLIENT_ID,
        OAUTH_HOSTED_CLIENT_NAME: 'Assistant',
        OAUTH_HOSTED_REDIRECT_URIS: [REDIRECT_URI],
      },
    });
    visitor = createVisitor(gateway.url);
    await signIn(visitor);
    consent = await visitor.open(REQUEST);
    await signOut(visitor);
  });

  const expectCode = (answered: VisitedPage) => {
    expect(Object.fromEntries(answered.leadsTo?.searchParams ?? [])).toMatchObject({
      kind: 'mcp',
      code: GOOD_CODE,
      state: STATE,
    });
    expect(signIns.issued).toHaveLength(1);
  };

  it.each(['Allow', 'Deny'])('leads, after %s and a sign-in, to the same question', async (button) => {
    const signInPage = await visitor.press(consent, button);
    expect(signInPage.text).toContain('You are signed out, so your last click changed nothing.');
    const again = await visitor.press(signInPage, 'Sign in', ADA);
    expect(again.text).toContain('Connect Assistant to your account?');
    expect(signIns.issued).toEqual([]);
    expectCode(await visitor.press(again, 'Allow'));
  });

  it('leads to the same question also when another tab has signed in meanwhile', async () => {
    await signIn(visitor);
    const refused = await visitor.press(consent, 'Allow');
    expect([refused.status, refused.leadsTo]).toEqual([403, undefined]);
    expect(signIns.issued).toEqual([]);
    const again = await visitor.click(refused, 'Open the page again');
    expect(again.text).toContain('Connect Assistant to your account?');
    expectCode(await visitor.press(again, 'Allow'));
  });
});
