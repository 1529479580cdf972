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
          Lists take <code>page</code> and <code>pageSize</code> (25, at most 100) and answer{' '}
          <code>pagination</code> beside <code>result</code>. An unknown query parameter is 400, so that a
          mistyped filter never answers everything.
        </p>
        <p>
          Pages shift while records are written. To read all orders, walk{' '}
          <a href="/public/docs/reference/listOrders">GET /public/orders</a> with <code>cursor</code>: begin
          with an empty one and go on with <code>pagination.nextCursor</code> until it is null. To learn what
          changed, add <code>updatedFrom</code> with the latest <code>updatedAt</code> that you have: the walk
          then runs from the oldest change to the newest, and an order that is changed meanwhile comes again.
        </p>
      </Card>
      <Card title="ETag and compression">
        <p>
          Every GET answers an <code>ETag</code>. Send it as <code>If-None-Match</code> with the next request:
          if nothing has changed, the answer is 304 without a body. It counts for the limit like any other.
          Answers of 1 KB and more are compressed for clients that send <code>Accept-Encoding: gzip</code>, as
          most do by themselves (<code>curl --compressed</code>); answers with secrets never are. No cache may
          keep what belongs to an account (<code>no-store</code>), but your program may.
        </p>
      </Card>
    </div>
  ),
};
