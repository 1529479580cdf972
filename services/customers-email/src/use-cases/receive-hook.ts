import { createHash, timingSafeEqual } from 'node:crypto';
import type { Empty, HookDelivery } from '@parcelyard/contracts/common';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { hookNotConfigured } from '@parcelyard/service-kit/hooks/hook-not-configured';
import { judgeReport, type ReceivedReport } from '../domain/mail-report';
import type { Message } from '../domain/message';
import { accountOf } from '../domain/report-key';
import type { CustomersPorts } from '../ports';
import { noteReport, type ReportPorts } from './note-report';

export interface HookPorts
  extends ReportPorts,
    Pick<CustomersPorts, 'messages' | 'clock' | 'readReport' | 'hookTokens'> {
  /** Called for a mail that is not a report about one of our mails. */
  onUnrelated(): void;
}

/**
 * Receives a mail that came to the address for bounces. If it is a report that contains the key of one of our messages,
 * the report is recorded for this message and its recipient. Any other mail is ignored.
 * @throws DomainError `not_found`, `unauthenticated`, `invalid_argument` for an unreadable mail
 */
export async function receiveHook(ports: HookPorts, delivery: HookDelivery): Promise<Empty> {
  const { source, body, headers } = delivery;
  if (source !== 'mail' || ports.hookTokens.length === 0) throw hookNotConfigured(delivery);
  requireToken(headers.authorization ?? '', ports.hookTokens);
  const received = await read(ports, body, headers['content-type'] ?? '');
  const message = await findMessage(ports, received);
  const report = message && judgeReport(received, message.recipient);
  if (report) await noteReport(ports, message, report, ports.clock.now());
  else ports.onUnrelated();
  return {};
}

async function read(
  { readReport }: HookPorts,
  body: Uint8Array,
  contentType: string,
): Promise<ReceivedReport> {
  try {
    return await readReport(body, contentType);
  } catch {
    throw new DomainError('invalid_argument', 'hook_unreadable', { source: 'mail' });
  }
}

async function findMessage({ messages }: HookPorts, { keys }: ReceivedReport): Promise<Message | undefined> {
  for (const key of keys) {
    const message = await messages.findByReportKey(accountOf(key), key);
    if (message) return message;
  }
  return undefined;
}

/**
 * Reads the token from `Bearer <token>`, or from the password of basic authentication. Basic authentication is for a
 * mail server in which an operator can enter only a URL. The token is then a part of the URL, such as
 * `https://mail:<token>@ship.example`.
 */
function requireToken(authorization: string, tokens: readonly string[]): void {
  const [scheme = '', given = ''] = authorization.split(' ');
  const basic = () => Buffer.from(given, 'base64').toString();
  const token = scheme.toLowerCase() === 'basic' ? basic().slice(basic().indexOf(':') + 1) : given;
  const digest = digestOf(token);
  // Every token is compared, so that the time does not tell an attacker which token matched.
  if (!tokens.map((known) => timingSafeEqual(digest, digestOf(known))).includes(true)) {
    throw new DomainError('unauthenticated', 'hook_signature_wrong', {});
  }
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
