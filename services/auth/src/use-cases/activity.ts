import type { ActivitySubject } from '@parcelyard/contracts/activity';
import {
  ActivityActor,
  type ActivityAuthor,
  type ActivityEntry as ActivityMessage,
  ActivityOutcome,
  type BeginActivityRequest,
  type EndActivityRequest,
  type ListActivityRequest,
  type ListActivityResponse,
} from '@parcelyard/contracts/activity';
import type { Empty } from '@parcelyard/contracts/common';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import {
  ACTIVITY_SURFACES,
  type ActivityEntry,
  type ActivitySurface,
  type Actor,
  type Outcome,
  placeOf,
} from '../domain/activity';
import type { AuthPorts } from '../ports';

type ActivityPorts = Pick<AuthPorts, 'activity' | 'clock'>;

const MAX_PAGE_SIZE = 500;
/**
 * The maximum length of the texts in an entry. A longer reason, app name or subject is cut. An entry with any other
 * longer text is refused.
 */
const MAX_TEXT = 200;

/** Writes the beginning of an action. The caller starts the action only after this call has succeeded. */
export async function beginActivity(
  { activity, clock }: ActivityPorts,
  { accountId, requestId, author, action, subject = {} }: BeginActivityRequest,
): Promise<Empty> {
  if (!author) throw missing('author');
  await activity.begin({
    accountId,
    requestId: text('request_id', requestId),
    at: clock.now(),
    ...readAuthor(author),
    action: text('action', action),
    subject: readSubject(subject),
  });
  return {};
}

export async function endActivity(
  { activity, clock }: ActivityPorts,
  { accountId, requestId, outcome, reason, subject = {} }: EndActivityRequest,
): Promise<Empty> {
  const end = OUTCOME_NAMES[outcome];
  if (!end) throw missing('outcome');
  const cut = reason.slice(0, MAX_TEXT);
  await activity.end(accountId, requestId, {
    outcome: end,
    reason: cut,
    endedAt: clock.now(),
    subject: readSubject(subject),
  });
  return {};
}

export async function listActivity(
  { activity }: Pick<ActivityPorts, 'activity'>,
  { accountId, actor, action, before, pageSize }: ListActivityRequest,
): Promise<ListActivityResponse> {
  const limit = Math.min(Math.max(pageSize, 1), MAX_PAGE_SIZE);
  const found = await activity.list(accountId, {
    ...(actor === undefined ? { action } : { actor: actorOf(actor) }),
    before: before === '' ? undefined : text('before', before),
    // Reads one entry more than requested. If the additional entry exists, there is an older page.
    limit: limit + 1,
  });
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return { entries: shown.map(toMessage), next: found.length > limit && last ? placeOf(last) : '' };
}

const ACTOR_CODES: Readonly<Record<Actor, ActivityActor>> = {
  token: ActivityActor.TOKEN,
  app: ActivityActor.APP,
  owner: ActivityActor.OWNER,
};

const OUTCOME_NAMES: Readonly<Partial<Record<ActivityOutcome, Outcome>>> = {
  [ActivityOutcome.DONE]: 'done',
  [ActivityOutcome.REFUSED]: 'refused',
  [ActivityOutcome.FAILED]: 'failed',
};

const OUTCOME_CODES: Readonly<Record<Outcome, ActivityOutcome>> = {
  done: ActivityOutcome.DONE,
  refused: ActivityOutcome.REFUSED,
  failed: ActivityOutcome.FAILED,
};

function readAuthor({ actor: code, surface, appName, tokenIssuedAt }: ActivityAuthor) {
  const actor = actorOf(code);
  if (!isSurface(surface)) throw missing('author.surface');
  return {
    actor,
    surface,
    ...(actor === 'app' && { appName: appName.slice(0, MAX_TEXT) }),
    ...(actor === 'token' && tokenIssuedAt && { tokenIssuedAt }),
  };
}

function actorOf(code: ActivityActor): Actor {
  const actor = (Object.keys(ACTOR_CODES) as Actor[]).find((name) => ACTOR_CODES[name] === code);
  if (!actor) throw missing('actor');
  return actor;
}

const isSurface = (text: string): text is ActivitySurface =>
  (ACTIVITY_SURFACES as readonly string[]).includes(text);

const toMessage = (entry: ActivityEntry): ActivityMessage => ({
  requestId: entry.requestId,
  at: entry.at,
  author: {
    actor: ACTOR_CODES[entry.actor],
    surface: entry.surface,
    appName: entry.appName ?? '',
    tokenIssuedAt: entry.tokenIssuedAt,
  },
  action: entry.action,
  subject: entry.subject,
  outcome: entry.outcome ? OUTCOME_CODES[entry.outcome] : ActivityOutcome.UNSPECIFIED,
  reason: entry.reason ?? '',
  endedAt: entry.endedAt,
});

function text(field: string, value: string): string {
  if (value === '' || value.length > MAX_TEXT) throw missing(field);
  return value;
}

const readSubject = (subject: ActivitySubject): ActivitySubject =>
  Object.fromEntries(
    Object.entries(subject)
      .filter(([, part]) => part !== undefined)
      .map(([name, part]) => [name, typeof part === 'string' ? part.slice(0, MAX_TEXT) : part]),
  );

const missing = (field: string) => new DomainError('invalid_argument', 'field_required', {}, { field });
