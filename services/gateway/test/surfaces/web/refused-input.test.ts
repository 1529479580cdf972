import { DomainError, type ErrorCode } from '@parcelyard/service-kit/domain-error';
import { fakeOwners } from '../../support/fake-owners';
import { visitAsOwner } from '../../support/owner-visit';

const refusing = (code: ErrorCode) => async () => {
  throw new DomainError(code, 'text', { text: 'The app is older than the shop.' });
};

/** Sends the form that disconnects an app. The fake auth then refuses with this code. */
async function disconnect(code: ErrorCode, pageToo = false) {
  const auth = {
    ...fakeOwners(),
    disconnectApp: refusing(code),
    ...(pageToo && { listConnectedApps: refusing(code) }),
  };
  const { visitor } = await visitAsOwner({ auth });
  const { html } = await visitor.open('/settings/account');
  const csrf = /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? '';
  const response = await visitor.send('/settings/apps', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ csrf, app_id: 'x' }).toString(),
  });
  return { status: response.status, html: await response.text() };
}

describe('a form that a service refuses', () => {
  it.each<ErrorCode>([
    'invalid_argument',
    'already_exists',
    'failed_precondition',
    'conflict',
    'payment_required',
    'carrier_refused',
  ])('for %s is shown again with the error, and gets 400', async (code) => {
    const { status, html } = await disconnect(code);
    expect(status).toBe(400);
    expect(html).toContain('The app is older than the shop.');
    expect(html).toContain('<h1>Connected apps</h1>');
  });

  it('with an unknown outcome is shown again with the error, and gets 503', async () => {
    const { status, html } = await disconnect('unresolved');
    expect(status).toBe(503);
    expect(html).toContain('The app is older than the shop.');
    expect(html).toContain('<h1>Connected apps</h1>');
  });

  it.each<[ErrorCode, number]>([
    ['invalid_argument', 400],
    ['unresolved', 503],
  ])('for %s shows the error also when its page cannot be shown', async (code, expected) => {
    const { status, html } = await disconnect(code, true);
    expect(status).toBe(expected);
    expect(html).toContain('The app is older than the shop.');
  });

  it('because of an internal error gets the page of an internal error', async () => {
    const { status, html } = await disconnect('internal');
    expect(status).toBe(500);
    expect(html).toContain('Something went wrong on our side.');
  });
});

it('as a query leads to the page without the query', async () => {
  const asked: string[] = [];
  const { visitor } = await visitAsOwner({
    auth: {
      ...fakeOwners(),
      listActivity: async ({ before }: { before: string }) => {
        asked.push(before);
        if (before !== '') return refusing('invalid_argument')();
        return { entries: [], before: '' };
      },
    } as never,
  });
  const { status, text } = await visitor.open('/settings/activity?before=nonsense');
  expect(status).toBe(400);
  expect(text).toContain('The app is older than the shop.');
  expect(asked).toEqual(['nonsense', '']);
});
