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
  /** Milliseconds ahead that a delivery is ever due. */
  farthestMs: number;
  /** Longest pause between two looks at what has become due. */
  maxIdleMs?: number | undefined;
  /** Fires when attempts under way have to be given up. */
  signal: AbortSignal;
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
  farthestMs,
  maxIdleMs,
  signal,
  ...dependencies
}: Dependencies): Sweeper & { leased: LeasedCollection<WebhookDocument> } {
  const webhooks = {
    collection: db.collection<WebhookDocument>(WEBHOOKS),
    hidesClaimed: true,
    leaseMs: timeoutMs + SLACK_MS,
    farthestMs,
    clock: dependencies.clock,
  };
  const start = (name: string, failing: boolean, concurrency: number, idleMs: number): Sweeper =>
    startDueWorker({
      leased: new LeasedCollection({ ...webhooks, only: { failing } }),
      name,
      logger,
      concurrency,
      maxIdleMs: maxIdleMs ?? idleMs,
      handle: (document) => deliverDue(dependencies, toTurn(document), signal),
    });
  const lanes = [
    start('webhooks', false, TURNS, 15_000),
    start('failing webhooks', true, FAILING_TURNS, 60_000),
  ];
  return {
    leased: new LeasedCollection(webhooks),
    wake: (at) => {
      for (const lane of lanes) lane.wake(at);
    },
    stop: async () => {
      await Promise.all(lanes.map(({ stop }) => stop()));
    },
  };
}
