import { DomainError, type ErrorCode } from '@parcelyard/service-kit/domain-error';
import type { ShowProblem } from '../../http/frame';
import { type Page, page } from '../routing/answer';
import { sendPage } from '../routing/send-answer';
import { Notice, PageHead } from '../view/blocks';
import { webSentence } from '../wording';

/** Returns a page with one sentence about the problem, and a link to continue. */
export const errorPage = (
  status: number,
  title: string,
  sentence: string,
  headers: Record<string, string> = {},
  next = { href: '/', words: 'Go to the start page' },
): Page =>
  page(
    title,
    <>
      <PageHead title={title} lead={sentence} />
      <p>
        <a href={next.href}>{next.words}</a>
      </p>
    </>,
    { status, headers },
  );

export const notFoundPage = (): Page => errorPage(404, 'Page not found', 'There is nothing at this address.');

/** @param href the page from which the form can be sent */
export const foreignFormPage = (href?: string): Page =>
  errorPage(
    403,
    'This form can no longer be sent',
    'The form was opened in another session or came from another site. Nothing was changed. Open the page again and send the form from there.',
    {},
    href === undefined ? undefined : { href, words: 'Open the page again' },
  );

export const brokenPage = (requestId: string): Page =>
  errorPage(
    500,
    'Something went wrong',
    `Something went wrong on our side. If it happens again, contact support. (reference ${requestId})`,
  );

/** Returns when to try again: as the service says, otherwise the guess. */
const retryAfter = ({ retryAfterSeconds }: DomainError, guess: number) => ({
  'retry-after': String(retryAfterSeconds ?? guess),
});

/** Returns the page for a service's refusal; undefined for an error that is our fault. */
export function refusalPage(error: unknown): Page | undefined {
  if (!(error instanceof DomainError)) return undefined;
  switch (error.code) {
    case 'not_found':
      return notFoundPage();
    case 'permission_denied':
      return errorPage(403, 'Not allowed', webSentence(error));
    case 'resource_exhausted':
      // Only a quota is free again after some time. A limit of the plan or the owner is not.
      return error.retryAfterSeconds === undefined
        ? errorPage(403, 'Not allowed', webSentence(error))
        : errorPage(429, 'Too many requests', webSentence(error), retryAfter(error, 60));
    case 'unavailable':
    case 'deadline_exceeded':
      return errorPage(
        503,
        'Try again in a moment',
        'A part of our service is not available right now.',
        retryAfter(error, 5),
      );
    default:
      return undefined;
  }
}

/** Returns the page with the status and the headers of the refusal that it shows. */
export function asRefused(shown: Page, refusal: DomainError): Page {
  const { status, headers } = refusalPage(refusal) ?? { status: refusal.code === 'unresolved' ? 503 : 400 };
  return { ...shown, status, headers: { ...shown.headers, ...headers } };
}

/** Refusals of a request that another party decides, such as the payment gateway or a store. */
const FROM_OUTSIDE: ReadonlySet<ErrorCode> = new Set([
  'invalid_argument',
  'failed_precondition',
  'not_found',
  'unavailable',
]);

export const isRefusalFromOutside = (error: unknown): error is DomainError =>
  error instanceof DomainError && FROM_OUTSIDE.has(error.code);

/** Refusals that are shown with the form that the visitor sent. */
const INPUT: ReadonlySet<ErrorCode> = new Set([
  'invalid_argument',
  'unauthenticated',
  'already_exists',
  'failed_precondition',
  'conflict',
  'payment_required',
  'carrier_refused',
  'unresolved',
]);

/** Returns whether the error is a refusal that is shown with the form. */
export const isInputProblem = (error: unknown): error is DomainError =>
  error instanceof DomainError && INPUT.has(error.code);

/** Returns the same page with the problem at the top. */
export const withProblem = (shown: Page, problem: DomainError): Page => {
  const body = (
    <>
      <Notice tone="bad">{webSentence(problem)}</Notice>
      {shown.body}
    </>
  );
  return asRefused({ ...shown, body }, problem);
};

export const badInputPage = (problem: DomainError): Page =>
  asRefused(errorPage(400, 'This cannot be done', webSentence(problem)), problem);

/** Returns the page for a used-up quota. It is the same whether or not the address has an account. */
export function quotaUsedUpPage(retryAfterSeconds: number): Page {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return errorPage(
    429,
    'Too many failed sign-ins',
    `Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`,
    { 'retry-after': String(retryAfterSeconds) },
  );
}

/** Shows a problem from outside the web application as one of its pages. */
export const showProblem: ShowProblem = (ctx, status, title, message) =>
  sendPage(ctx, errorPage(status, title, message), { path: ctx.path, owner: undefined });
