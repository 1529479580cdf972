import { DomainError } from '@parcelyard/service-kit/domain-error';
import { toSignInOutcome } from '../../../clients/owner';
import { type Page, page, redirect } from '../routing/answer';
import type { OwnerPageRequest, PageRequest } from '../routing/page-request';
import { ownerForm, ownerPage, type Route } from '../routing/route';
import { Card, Facts, Notice, PageHead } from '../view/blocks';
import { Button, Field, PostForm } from '../view/forms';
import { Day } from '../view/moment';
import type { WebDependencies } from '../web-dependencies';
import { webSentence } from '../wording';
import { quotaUsedUpPage } from './error-page';

const PATH = '/settings/account';

/** The signed-in owner's data and password. */
export const accountRoutes = ({ clients: { auth } }: WebDependencies): Route[] => [
  ownerPage(PATH, (request) => accountPage(request)),
  ownerForm(
    PATH,
    async (request) => {
      const { caller, form, ip } = request;
      const text = (name: string) => form.get(name) ?? '';
      try {
        const passwords = { presentPassword: text('present_password'), newPassword: text('new_password') };
        const outcome = toSignInOutcome(await auth.changePassword(caller, { ...passwords, ip }));
        if ('retryAfterSeconds' in outcome) return quotaUsedUpPage(outcome.retryAfterSeconds);
        const { token, endsAt } = outcome.session;
        return redirect(`${PATH}?changed=password`, { begin: token, endsAt });
      } catch (error) {
        if (!(error instanceof DomainError) || error.field === undefined) throw error;
        return accountPage(request, { [error.field]: webSentence(error) });
      }
    },
    (request) => repeatChange(auth, request),
  ),
];

/**
 * Answers a second click on the button. The first click has changed the password and ended the session of the form. If
 * the new password opens the account, it was changed; the browser may have missed the new session, so it gets one.
 */
async function repeatChange(auth: WebDependencies['clients']['auth'], request: PageRequest) {
  const { form, ip, requestId, owner } = request;
  const [email, password] = [form.get('username') ?? '', form.get('new_password') ?? ''];
  if (owner && owner.email !== email) return undefined;
  try {
    const outcome = toSignInOutcome(await auth.signIn({ requestId }, { email, password, ip }));
    if ('retryAfterSeconds' in outcome) return undefined;
    return redirect(`${PATH}?changed=password`, {
      begin: outcome.session.token,
      endsAt: outcome.session.endsAt,
    });
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'unauthenticated') throw error;
    return undefined;
  }
}

function accountPage(request: OwnerPageRequest, problems: Readonly<Record<string, string>> = {}): Page {
  const { owner } = request;
  return page(
    'Account',
    <>
      <PageHead title="Account" />
      <div class="stack">
        {request.query.get('changed') === 'password' && (
          <Notice tone="good">Your password was changed, and every other session was signed out.</Notice>
        )}
        {request.query.get('changed') === 'verification' && (
          <Notice tone="good">We have sent an e-mail to {owner.email}. Open the link in it.</Notice>
        )}
        <Card title="Profile">
          <Facts
            rows={[
              ['Name', owner.name],
              [
                'E-mail address',
                `${owner.email} (${owner.addressVerified ? 'confirmed' : 'not confirmed yet'})`,
              ],
              ['Company', owner.company || '–'],
              ['Account', String(owner.accountId)],
              ['Member since', <Day key="since" at={owner.since} />],
            ]}
          />
        </Card>
        <Card title="Password" lead="When you change your password, you are signed out everywhere else.">
          <PostForm action={PATH} class="stack narrow">
            {/* Password managers read which account the new password belongs to. */}
            <input type="text" name="username" autocomplete="username" value={owner.email} hidden readonly />
            <Field
              label="Current password"
              name="present_password"
              type="password"
              required
              autocomplete="current-password"
              error={problems.present_password}
            />
            <Field
              label="New password"
              name="new_password"
              type="password"
              required
              autocomplete="new-password"
              hint="At least 8 characters."
              error={problems.new_password}
            />
            <div>
              <Button>Change password</Button>
            </div>
          </PostForm>
        </Card>
      </div>
    </>,
    Object.keys(problems).length > 0 ? { status: 400 } : {},
  );
}
