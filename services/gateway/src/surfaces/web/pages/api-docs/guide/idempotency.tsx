import { Card } from '../../../view/blocks';
import type { GuidePage } from '../guide-page';

export const IDEMPOTENCY: GuidePage = {
  path: '/public/docs/idempotency',
  title: 'Idempotency and retries',
  short: 'Idempotency and retries',
  description: 'How to repeat a request safely, the rate limit, and request ids.',
  body: (
    <div class="stack">
      <Card>
        <p>
          Every write accepts the header <code>Idempotency-Key</code>: 1 to 255 printable ASCII characters,
          such as a new UUID for each operation. For 24 hours, the same request with the same key returns the
          first response with <code>Idempotent-Replayed: true</code> and does nothing. Another request with
          the same key returns 409 <code>idempotency_key_reused</code>.
        </p>
        <p>
          Only final responses are stored. After 400, 402, 429, 503, 409 <code>conflict_retry</code>, a
          refusal by a limit or a missing approval, the repeated request runs again.
        </p>
        <p>
          Repeat a request after a broken connection, 429, 503 and 409 <code>conflict_retry</code>. Repeat a
          write with the same key. Wait for the seconds of <code>Retry-After</code>, or, without that header,
          for 1, 2, 4 … seconds. All other errors repeat until you change something.{' '}
          <code>outcome_unknown</code> means that the operation may have succeeded: check before you send it
          with a new key. The TypeScript client does all of this.
        </p>
      </Card>
      <Card title="Rate limits and request ids">
        <p>
          Each token may send 600 requests a minute. Every response shows what is left:{' '}
          <code>RateLimit: "default";r=598;t=42</code> means 598 requests in the next 42 seconds. The limit
          itself is <code>RateLimit-Policy: "default";q=600;w=60</code>. A request above the limit returns 429
          with the exact <code>Retry-After</code>.
        </p>
        <p>
          Every response has an <code>X-Request-Id</code>. Log it when a request fails, and give it to
          support: it identifies everything that the request did.
        </p>
      </Card>
    </div>
  ),
};
