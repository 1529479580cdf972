import type { Subscription } from '@parcelyard/contracts/customers';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Context, Middleware } from 'koa';
import type { VNode } from 'preact';
import type { CustomersClient } from '../../clients/gateway-clients';
import { presentRequestId } from '../http/identified-requests';
import { page } from './routing/answer';
import { sendPage } from './routing/send-answer';
import { PageHead } from './view/blocks';
import { Button } from './view/forms';

const LINK = /^\/unsubscribe\/([A-Za-z0-9._-]{1,1024})$/;

interface Dependencies {
  customers: CustomersClient;
}

/**
 * Ends marketing mail to an address. Whoever has the link may do this, without a sign-in. GET changes nothing, because
 * mail scanners open links. POST unsubscribes: from the page's button, or with one click in the mail program (RFC
 * 8058).
 */
export function unsubscribePage({ customers }: Dependencies): Middleware {
  return async (ctx) => {
    ctx.set('x-robots-tag', 'noindex');
    const asks = ctx.method === 'GET' || ctx.method === 'HEAD';
    if (!asks && ctx.method !== 'POST') {
      ctx.set('allow', 'GET, HEAD, POST');
      return answer(ctx, 405, 'Method not allowed', '');
    }
    const token = LINK.exec(ctx.path)?.[1];
    if (token === undefined) return noSuchLink(ctx);
    try {
      const requestId = presentRequestId();
      const found = await (asks
        ? customers.getSubscription({ requestId }, { token })
        : customers.unsubscribe({ requestId }, { token }));
      if (found.subscribed) question(ctx, found);
      else done(ctx, found);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (error.code === 'not_found' || error.code === 'invalid_argument') return noSuchLink(ctx);
      if (error.code !== 'unavailable' && error.code !== 'deadline_exceeded') throw error;
      ctx.set('retry-after', '5');
      answer(ctx, 503, 'Try again in a moment', 'We cannot process your request right now.');
    }
  };
}

const question = (ctx: Context, { senderName, addressHint }: Subscription) =>
  answer(
    ctx,
    200,
    'Unsubscribe',
    `Press Unsubscribe to stop marketing e-mail from ${senderName} to ${addressHint}.`,
    // The form needs no `csrf`, because mail programs post to it, too.
    <form method="post">
      <Button>Unsubscribe</Button>
    </form>,
  );

const done = (ctx: Context, { senderName, addressHint }: Subscription) =>
  answer(ctx, 200, 'You are unsubscribed', `${senderName} sends no more marketing e-mail to ${addressHint}.`);

const noSuchLink = (ctx: Context) =>
  answer(ctx, 404, 'This link is not valid', 'Open the link exactly as it is in the e-mail.');

function answer(ctx: Context, status: number, title: string, sentence: string, form?: VNode): void {
  const body = (
    <>
      <PageHead title={title} lead={sentence} />
      {form}
    </>
  );
  const frame = { path: ctx.path, owner: undefined };
  sendPage(ctx, page(title, body, { status, narrow: true, alone: true }), frame);
}
