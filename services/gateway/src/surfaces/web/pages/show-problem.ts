import type { ShowProblem } from '../../http/frame';
import { sendPage } from '../routing/send-answer';
import { errorPage } from './error-page';

/** A problem outside of the web application's own pages, in their frame. */
export const showProblem: ShowProblem = (ctx, status, title, message) =>
  sendPage(ctx, errorPage(status, title, message), { path: ctx.path, csrf: '', member: undefined });
