import { randomBytes } from 'node:crypto';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { signUp } from '../../../operations/sign-up';
import { type Page, page, redirect } from '../routing/answer';
import { guestForm, guestPage, type Route } from '../routing/route';
import { PageHead } from '../view/blocks';
import { Button, Field, PostForm } from '../view/forms';
import type { WebDependencies } from '../web-dependencies';
import { webSentence } from '../wording';
import { quotaUsedUpPage } from './error-page';

const MAX_LENGTH = 100;

/** Opens an account. The link may contain the code of the account that invited this one. */
export const signUpRoutes = ({ clients, clock }: WebDependencies): Route[] => [
  guestPage('/signup', ({ query }) => signUpPage(query, query.get('ref') ?? '')),
  guestForm('/signup', async (request) => {
    const { form, requestId, ip } = request;
    const text = (name: string) => (form.get(name) ?? '').trim();
    const referralCode = text('ref');
    const problems = problemsOf(text('name'), text('company'));
    if (problems) return signUpPage(form, referralCode, problems);
    const email = text('email');
    const password = form.get('password') ?? '';
    try {
      const now = clock.now();
      const outcome = await signUp(
        clients,
        { requestId, ip, now },
        { email, password, company: text('company'), referralCode, ...toNames(text('name')) },
      );
      if (outcome === 'known') return redirect('/welcome', sessionOfNobody(now));
      // The account exists. Only the sign-in must wait.
      if ('retryAfterSeconds' in outcome) return quotaUsedUpPage(outcome.retryAfterSeconds);
      const { token, endsAt } = outcome.session;
      return redirect('/welcome', { begin: token, endsAt });
    } catch (error) {
      if (!(error instanceof DomainError) || error.field === undefined) throw error;
      return signUpPage(form, referralCode, { [error.field]: webSentence(error) });
    }
  }),
];

/** The longest session. Auth may end it earlier. */
const SESSION_MS = 30 * 86_400_000;

/**
 * Returns a session that does not exist. A sign-up with a known address must look like any other, also in its cookie.
 * The next page finds no session and asks the visitor to sign in.
 */
const sessionOfNobody = (now: Date) => ({
  begin: randomBytes(32).toString('base64url'),
  endsAt: new Date(now.getTime() + SESSION_MS),
});

type Problems = Readonly<Record<string, string>>;

function problemsOf(name: string, company: string): Problems | undefined {
  if (name === '') return { name: 'Enter your name.' };
  if (name.length > MAX_LENGTH) return { name: `Your name must have ${MAX_LENGTH} characters at most.` };
  if (company.length > MAX_LENGTH) return { company: `Company must have ${MAX_LENGTH} characters at most.` };
  return undefined;
}

/** Splits a name: the first word is the first name, the rest the last name. */
function toNames(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = name.split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
}

const DESCRIPTION = 'Open a Parcelyard account in a minute: free for 14 days, without a card.';

function signUpPage(given: URLSearchParams, referralCode: string, problems: Problems = {}): Page {
  const kept = (name: string) => ({ name, value: given.get(name) ?? '', error: problems[name] });
  return page(
    'Sign up',
    <>
      <PageHead title="Create your account" lead="Free for 14 days, without a card." />
      <PostForm action="/signup" class="card stack" hidden={referralCode === '' ? {} : { ref: referralCode }}>
        <Field label="Your name" {...kept('name')} autocomplete="name" maxLength={MAX_LENGTH} required />
        <Field label="Company" {...kept('company')} autocomplete="organization" maxLength={MAX_LENGTH} />
        <Field label="E-mail address" {...kept('email')} type="email" autocomplete="username" required />
        <Field
          label="Password"
          name="password"
          type="password"
          hint="At least 8 characters."
          error={problems.password}
          autocomplete="new-password"
          required
        />
        <Button size="wide">Create account</Button>
        <p class="small muted">
          Already have an account? <a href="/signin">Sign in</a>
        </p>
      </PostForm>
    </>,
    { narrow: true, description: DESCRIPTION, ...(Object.keys(problems).length > 0 && { status: 400 }) },
  );
}
