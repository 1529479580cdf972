import { ActivityActor, type ActivityEntry } from '@parcelyard/contracts/activity';
import type { Caller } from '../../../../clients/caller';
import type { AuthClient, OrdersClient } from '../../../../clients/gateway-clients';
import { ACTIVITY_ACTIONS } from '../../../../operations/activity-actions';

interface Clients {
  readonly auth: Pick<AuthClient, 'listActivity'>;
  readonly orders: Pick<OrdersClient, 'getOrderRows'>;
}

export interface ActivityRow extends ActivityEntry {
  /** Absent when the entry names no order, or names an order that does not exist in the account. */
  readonly orderNumber?: string | undefined;
}

export interface ActivityPage {
  readonly rows: readonly ActivityRow[];
  /** Cursor of the next page; empty on the last page. */
  readonly next: string;
}

/** What the log shows: the actions of one kind of author, one action, or everything. */
export type Show = keyof typeof ACTORS | keyof typeof ACTIVITY_ACTIONS | '';

export const ACTORS = {
  token: ActivityActor.TOKEN,
  apps: ActivityActor.APP,
  owner: ActivityActor.OWNER,
} as const;

/** An unknown filter in the URL shows all entries. */
export function readShow(query: URLSearchParams): Show {
  const show = query.get('show') ?? '';
  return Object.hasOwn(ACTORS, show) || Object.hasOwn(ACTIVITY_ACTIONS, show) ? (show as Show) : '';
}

/** Returns a page of the log, newest first, with the order numbers. */
export async function readActivity(
  { auth, orders }: Clients,
  caller: Caller,
  { show, before, pageSize }: { show: Show; before: string; pageSize: number },
): Promise<ActivityPage> {
  const { entries, next } = await auth.listActivity(caller, { ...narrowed(show), before, pageSize });
  const ids = new Set(entries.flatMap(({ subject }) => subject?.orderId ?? []));
  const found = ids.size === 0 ? [] : (await orders.getOrderRows(caller, { orderIds: [...ids] })).orders;
  const numbers = new Map(found.map(({ orderId, orderNumber }) => [orderId, orderNumber]));
  return {
    rows: entries.map((entry) => ({ ...entry, orderNumber: numbers.get(entry.subject?.orderId ?? 0) })),
    next,
  };
}

const narrowed = (show: Show) => {
  if (show === '') return {};
  return show in ACTORS ? { actor: ACTORS[show as keyof typeof ACTORS] } : { action: show };
};
