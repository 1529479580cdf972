import { DomainError } from '@parcelyard/service-kit/domain-error';
import { fakeOwners, PASSWORD } from '../../../support/fake-owners';
import { visitAsOwner } from '../../../support/owner-visit';

const PATH = '/settings/account';
const COOKIE = 'parcelyard_session';
const NEXT = 'another horse battery';
const CHANGED = 'Your password was changed';

/** Returns a fake auth whose owner can change the password, which ends all earlier sessions. */
function owners() {
  const fake = fakeOwners();
  let password = PASSWORD;
  const ended = new Set<string>();
  const opened: string[] = [];
  const open = async (call: Parameters<NonNullable<typeof fake.signIn>>) => {
    const [request, ...rest] = call;
    const answer = await fake.signIn?.({ ...request, password: PASSWORD }, ...rest);
    if (answer?.outcome?.$case !== 'session') throw new Error('no session');
    opened.push(answer.outcome.session.token);
    return answer as never;
  };
  const auth: ReturnType<typeof fakeOwners> = {
    ...fake,
    signIn: async (...call) => {
      if (call[0].password !== password) throw new DomainError('unauthenticated', 'credentials_wrong', {});
      return open(call);
    },
    getSession: async (...call) => {
      if (ended.has(call[0].token)) throw new DomainError('unauthenticated', 'signed_out', {});
      return fake.getSession?.(...call) as never;
    },
    changePassword: async ({ newPassword, ip }, ...rest) => {
      for (const token of opened) ended.add(token);
      password = newPassword;
      return open([{ email: 'ada@example.com', password, ip }, ...rest]);
    },
  };
  return { auth, end: () => opened.forEach((token) => void ended.add(token)) };
}

describe('a second click on "Change password"', () => {
  const fields = { present_password: PASSWORD, new_password: NEXT };
  const visit = async () => {
    const { auth, end } = owners();
    const { visitor } = await visitAsOwner({ auth });
    const page = await visitor.open(PATH);
    return {
      visitor,
      end,
      page,
      press: (more = {}) => visitor.press(page, 'Change password', { ...fields, ...more }),
    };
  };

  it('says that the password was changed, also when the answer to the first click was not received', async () => {
    const { visitor, press } = await visit();
    const before = visitor.cookies.get(COOKIE) ?? '';
    await press();
    visitor.cookies.set(COOKIE, before);
    const second = await press();
    expect([second.status, second.text]).toEqual([200, expect.stringContaining(CHANGED)]);
    expect((await visitor.open(PATH)).path).toBe(PATH);
  });

  it('says that the password was changed when the browser has the new session already', async () => {
    const { visitor, press } = await visit();
    await press();
    const second = await press();
    expect([second.status, second.text]).toEqual([200, expect.stringContaining(CHANGED)]);
    expect((await visitor.open(PATH)).path).toBe(PATH);
  });

  it('is refused when the form names another account', async () => {
    const { press } = await visit();
    await press();
    expect((await press({ username: 'eve@example.com' })).status).toBe(403);
  });

  it.each(['', 'x'.repeat(43)])('signs nobody in without the token of the form', async (csrf) => {
    const { visitor, press } = await visit();
    const before = visitor.cookies.get(COOKIE) ?? '';
    await press();
    visitor.cookies.set(COOKIE, before);
    expect((await press({ csrf })).path).toMatch(/^\/signin/);
  });
});

it('a change of the password after the session has ended changes nothing, and says so', async () => {
  const { auth, end } = owners();
  const { visitor } = await visitAsOwner({ auth });
  const page = await visitor.open(PATH);
  end();
  const after = await visitor.press(page, 'Change password', {
    present_password: PASSWORD,
    new_password: NEXT,
  });
  expect(after.path).toMatch(/^\/signin.*unsent/);
  expect(after.text).toMatch(/changed nothing/);
});
