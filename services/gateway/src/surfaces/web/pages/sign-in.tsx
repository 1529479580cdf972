import { DomainError } from '@parcelyard/service-kit/domain-error';
import { toSignInOutcome } from '../../../clients/owner';
import { type Page, page, redirect } from '../routing/answer';
import { returnTo, UNSENT } from '../routing/return-to';
import { guestForm, guestPage, ownerForm, type Route } from '../routing/route';
import { Notice, PageHead } from '../view/blocks';
import { Button, Field, PostForm } from '../view/forms';
import type { WebDependencies } from '../web-dependencies';
import { webSentence } from '../wording';
import { quotaUsedUpPage } from './error-page';

/** Sign-in with e-mail and password. Then the visitor comes to the page that was asked for. */
export const signInRoutes = ({ clients: { auth } }: WebDependencies): Route[] => [
  guestPage('/signin', ({ query }) => signInPage(query)),
  guestForm('/signin', async (request) => {
    const { form, requestId, ip } = request;
    try {
      const given = { email: form.get('email') ?? '', password: form.get('password') ?? '' };
      const outcome = toSignInOutcome(await auth.signIn({ requestId }, { ...given, ip }));
      if ('retryAfterSeconds' in outcome) return quotaUsedUpPage(outcome.retryAfterSeconds);
      const { token, endsAt } = outcome.session;
      return redirect(returnTo(form.get('return_to')), { begin: token, endsAt });
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'unauthenticated') throw error;
      return signInPage(form, webSentence(error));
    }
  }),
];

function signInPage(given: URLSearchParams, problem?: string): Page {
  const target = returnTo(given.get('return_to'));
  return page(
    'Sign in',
    <>
      <PageHead title="Sign in" />
      <PostForm action="/signin" class="card stack" hidden={target === '/' ? {} : { return_to: target }}>
        {problem && <Notice tone="bad">{problem}</Notice>}
        {!problem && given.has(UNSENT) && (
          <Notice tone="warn">
            You are signed out, so your last click changed nothing. Sign in, then try again.
          </Notice>
        )}
        {!problem && target === '/welcome' && !given.has(UNSENT) && (
          <Notice tone="info">
            If you have just signed up, see the e-mail that we sent to your address. It explains what to do
            next.
          </Notice>
        )}
        <Field
          label="E-mail address"
          name="email"
          type="email"
          autocomplete="username"
          required
          value={given.get('email') ?? ''}
        />
        <Field label="Password" name="password" type="password" required autocomplete="current-password" />
        <Button size="wide">Sign in</Button>
        <p class="small muted">
          New here? <a href="/signup">Create an account</a>
        </p>
      </PostForm>
    </>,
    { narrow: true, ...(problem !== undefined && { status: 401 }) },
  );
}

/** Ends the session in all tabs of the browser. */
export const signOutRoutes = ({ clients: { auth } }: WebDependencies): Route[] => [
  ownerForm('/signout', async ({ requestId, sessionToken }) => {
    await auth.endSession({ requestId }, { token: sessionToken });
    return redirect('/', 'end');
  }),
];
