import type { Context } from 'koa';
import type { RestRefusal } from './rest-refusal';
import type { RestReply } from './route';

/** `{success: true, …}`. @see REST specification, "What the service does" */
export function answerSuccess(ctx: Context, { status, body }: RestReply): void {
  ctx.status = status;
  ctx.body = { success: true, ...body };
}

/** `{success: false, error, …}`. @see REST specification, "Errors" */
export function answerRefusal(ctx: Context, { status, error, fields, members, headers }: RestRefusal): void {
  ctx.set({ ...headers });
  ctx.status = status;
  ctx.body = { success: false, error, ...(fields && { fields }), ...members };
}
