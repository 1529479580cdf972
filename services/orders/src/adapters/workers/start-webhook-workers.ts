import { setMaxListeners } from 'node:events';
import { LeasedCollection } from '@parcelyard/events/leased-collection';
import { startDueWorker } from '@parcelyard/events/start-due-worker';
import type { Sweeper } from '@parcelyard/events/sweeper';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { Db } from 'mongodb';
import { type DeliverDueDependencies, deliverDue } from '../../use-cases/webhooks/deliver-due';
import { WEBHOOKS } from '../mongo/webhook-indexes';
import { toTurn, type WebhookDocument } from '../mongo/webhook-store';

interface Dependencies extends DeliverDueDependencies {
  db: Db;
  logger: Logger;
  /** Milliseconds that one attempt may take. */
  timeoutMs: number;
  /** Milliseconds between two looks at what has become due; 1,000 when absent. */
  intervalMs?: number | undefined;
}

/** Accounts that have their turn at one time. An attempt that hangs costs a socket and little else. */
const TURNS = 512;
const FAILING_TURNS = 128;

/** What a turn needs beside its attempts: look-ups, the payload, its end. */
const SLACK_MS = 10_000;

/**
 * Gives accounts their turns, in two lanes: endpoints that failed last time have places of their own, so that however
 * many of them hang, those that work find a place at once.
 */
export function startWebhookWorkers({
  db,
  logger,
  timeoutMs,
  intervalMs,
  ...dependencies
}: Dependencies): Sweeper {
  const ending = new AbortController();
  // Each attempt under way listens to it.
  setMaxListeners(0, ending.signal);
  const lane = (name: string, failing: boolean, concurrency: number): Sweeper =>
    startDueWorker({
      leased: new LeasedCollection<WebhookDocument>({
        collection: db.collection(WEBHOOKS),
        only: { failing },
        hidesClaimed: true,
        leaseMs: timeoutMs + SLACK_MS,
        clock: dependencies.clock,
      }),
      name,
      logger,
      concurrency,
      ...(intervalMs === undefined ? {} : { intervalMs }),
      handle: async (document) => {
        const moreIsDue = await deliverDue(dependencies, toTurn(document), ending.signal);
        if (moreIsDue && !ending.signal.aborted) wake();
      },
    });
  const lanes = [lane('webhooks', false, TURNS), lane('failing webhooks', true, FAILING_TURNS)];
  const wake = () => {
    for (const each of lanes) each.wake();
  };
  return {
    wake,
    stop: async () => {
      ending.abort(new Error('The service stops.'));
      await Promise.all(lanes.map(({ stop }) => stop()));
    },
  };
}
