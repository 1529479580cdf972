import { Card } from '../../../view/blocks';
import type { GuidePage } from '../guide-page';

export const IDEMPOTENCY: GuidePage = {
  path: '/public/docs/idempotency',
  title: 'Idempotency and retries',
  short: 'Idempotency and retries',
  description:
    'How a request is repeated without doing its work twice, how many are taken, and what names them.',
  body: (
    <div class="stack">
      <Card>
        <p>
          Every write takes the header <code>Idempotency-Key</code>: 1 to 255 printable ASCII characters, such
          as a UUID, made anew for each thing that you want done. For 24 hours the same request under the same
          key answers as the first one did, with <code>Idempotent-Replayed: true</code>, and does nothing
          again. Another request under the key is 409 <code>idempotency_key_reused</code>.
        </p>
        <p>
          Only final answers are kept. After 400, 402, 429, 503, a refusal by a limit or a missing approval,
          and 409 <code>conflict_retry</code> the repeated request does the work.
        </p>
        <p>
          Repeat a request after a broken connection, 429, 503 and 409 <code>conflict_retry</code>: a read as
          it is, a write under its key, after the seconds of <code>Retry-After</code> or, without it, after 1,
          2, 4 … seconds. Every other failure stays one until something is changed.{' '}
          <code>outcome_unknown</code> says that the work may have been done: look before you send it under a
          new key. The TypeScript client does all of this by itself.
        </p>
      </Card>
      <Card title="Rate limits and request ids">
        <p>
          A token has 600 requests a minute. Every answer under it says what is left:{' '}
          <code>RateLimit: "default";r=598;t=42</code>, 598 requests for the next 42 seconds, beside{' '}
          <code>RateLimit-Policy: "default";q=600;w=60</code>. Above it the answer is 429 with the exact{' '}
          <code>Retry-After</code>.
        </p>
        <p>
          Every answer carries <code>X-Request-Id</code>. Write it down where something failed, and tell it
          when you ask: it leads to everything that the request did.
        </p>
      </Card>
    </div>
  ),
};
