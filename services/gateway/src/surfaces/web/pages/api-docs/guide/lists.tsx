import { Card } from '../../../view/blocks';
import type { GuidePage } from '../guide-page';

export const LISTS: GuidePage = {
  path: '/public/docs/lists',
  title: 'Lists',
  short: 'Lists',
  description: 'Pages, cursors that are stable while records are written, ETags and compression.',
  body: (
    <div class="stack">
      <Card>
        <p>
          Lists accept <code>page</code> and <code>pageSize</code> (25 by default, at most 100) and return{' '}
          <code>pagination</code> beside <code>result</code>. An unknown query parameter returns 400, so a
          mistyped filter never returns all records.
        </p>
        <p>
          Pages shift while records are written. To read all orders, call{' '}
          <a href="/public/docs/reference/listOrders">GET /public/orders</a> with <code>cursor</code>. Start
          with an empty cursor and continue with <code>pagination.nextCursor</code> until it is null. To read
          only changes, add <code>updatedFrom</code> with the latest <code>updatedAt</code> that you have. The
          list then starts with the oldest change. An order that changes while you read is listed again.
        </p>
      </Card>
      <Card title="ETag and compression">
        <p>
          Every GET returns an <code>ETag</code>. Send it as <code>If-None-Match</code> with the next request.
          If nothing has changed, the response is 304 without a body. Such a request also counts toward the
          rate limit. Responses of 1 KB and more are compressed for clients that send{' '}
          <code>Accept-Encoding: gzip</code> (<code>curl --compressed</code>). Responses with secrets are not
          compressed. Responses of an account are <code>no-store</code>: no cache may store them, but your
          program may.
        </p>
      </Card>
    </div>
  ),
};
