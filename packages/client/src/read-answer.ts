import { membersOf, ParcelyardError } from './parcelyard-error';

/**
 * Returns the members of a successful answer, without `success`.
 * @throws ParcelyardError for every other answer, even if it is not from Parcelyard
 */
export async function readAnswer(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text();
  const body = parsed(text);
  const { success, ...members } = membersOf(body);
  if (response.ok && success === true) return members;
  throw new ParcelyardError(sentenceOf(response, members.error), {
    status: response.status,
    body,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: secondsOf(response.headers.get('retry-after')),
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function sentenceOf({ ok, status }: Response, error: unknown): string {
  if (typeof error === 'string') return error;
  return ok
    ? `The answer with status ${status} is not one of Parcelyard.`
    : `The answer has status ${status}.`;
}

/** Reads a `Retry-After` header: a number of seconds, or a date, which some proxies send. */
function secondsOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null || retryAfter.trim() === '') return undefined;
  const seconds = Number(retryAfter);
  const wait = Number.isNaN(seconds) ? (Date.parse(retryAfter) - Date.now()) / 1000 : seconds;
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}
