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
): Page =>
  page(
    title,
    <>
      <PageHead title={title} lead={sentence} />
      <p>
        <a href="/">Go to the start page</a>
      </p>
    </>,
    { status, headers },
  );

export const notFoundPage = (): Page => errorPage(404, 'Page not found', 'There is nothing at this address.');

export const foreignFormPage = (): Page =>
  errorPage(
    403,
    'This form can no longer be sent',
    'It was opened in another session, or it came from another site. Nothing was changed. Open the page again and send the form from there.',
  );

export const brokenPage = (requestId: string): Page =>
  errorPage(500, 'Something went wrong', `Something went wrong on our side. (reference ${requestId})`);

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
        'A part of the service does not answer right now.',
        retryAfter(error, 5),
      );
    default:
      return undefined;
  }
}

/** Returns the status of a page that shows a refusal instead of what was asked for. */
export const refusalStatus = (refusal: DomainError): number => refusalPage(refusal)?.status ?? 400;

/** Refusals that the visitor can correct. */
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

/** Returns a sentence about the problem in the visitor's input; undefined for every other error. */
export const inputProblem = (error: unknown): string | undefined =>
  error instanceof DomainError && INPUT.has(error.code) ? webSentence(error) : undefined;

/** Returns the same page with the problem at the top. */
export const withProblem = (shown: Page, problem: string): Page => ({
  ...shown,
  status: 400,
  body: (
    <>
      <Notice tone="bad">{problem}</Notice>
      {shown.body}
    </>
  ),
});

export const badInputPage = (problem: string): Page => errorPage(400, 'This cannot be done', problem);

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
