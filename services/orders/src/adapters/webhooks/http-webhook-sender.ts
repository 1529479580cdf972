import { createHmac } from 'node:crypto';
import type { Egress } from '@parcelyard/egress/create-egress';
import { EgressError } from '@parcelyard/egress/egress-error';
import type { Clock } from '@parcelyard/service-kit/clock';
import { remainingMs } from '@parcelyard/service-kit/tracing/request-id';
import type { AttemptOutcome } from '../../domain/webhooks/delivery';
import type { WebhookSender } from '../../ports';

interface Dependencies {
  egress: Egress;
  clock: Clock;
  timeoutMs: number;
}

/** How much of an answer's body is read and thrown away, so that the receiver can finish sending it. */
const MAX_BYTES = 65_536;

/** Sends events by POST, signed. @see [REST-W8] */
export const createHttpWebhookSender = ({ egress, clock, timeoutMs }: Dependencies): WebhookSender => ({
  send: async ({ url, signingSecrets, eventId, body }, signal) => {
    const begun = performance.now();
    const durationMs = () => Math.round(performance.now() - begun);
    const timestamp = Math.floor(clock.now().getTime() / 1_000);
    try {
      const { status } = await egress.request({
        url,
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'User-Agent': 'Parcelyard-Webhook/1.0',
          'X-Ship-Event-Id': String(eventId),
          ...(signingSecrets.length === 0 ? {} : signatures(signingSecrets, timestamp, body)),
        },
        body,
        protocols: ['http:', 'https:'],
        // During a test, the owner's request waits for the result. So the attempt must end before that request times
        // out.
        timeoutMs: Math.max(Math.min(timeoutMs, remainingMs()), 1),
        maxBytes: MAX_BYTES,
        statusIsEnough: true,
        signal,
      });
      return { kind: 'answered', responseCode: status, durationMs: durationMs() };
    } catch (error) {
      if (!(error instanceof EgressError)) throw error;
      return { kind: kindOf(error), problem: problemOf(error), durationMs: durationMs() };
    }
  },
});

const signatures = (secrets: readonly string[], timestamp: number, body: string) => ({
  'X-Ship-Timestamp': String(timestamp),
  'X-Ship-Signature': secrets
    .map((secret) => `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`)
    .join(','),
});

const kindOf = ({ failure }: EgressError): Exclude<AttemptOutcome['kind'], 'answered'> =>
  failure === 'too_large' ? 'unreachable' : failure;

/** Adds the network's error code, such as ECONNREFUSED, to the message. This code helps an owner most. */
function problemOf({ message, cause }: EgressError): string {
  const code = (cause as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? `${message} (${code})` : message;
}
