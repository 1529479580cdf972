import { LeasedCollection } from '@parcelyard/due-work/leased-collection';
import { startDueWorker } from '@parcelyard/due-work/start-due-worker';
import type { Worker } from '@parcelyard/due-work/worker';
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
  /** How many milliseconds ahead a delivery can be due. */
  farthestMs: number;
  /** Longest pause between two checks for due deliveries. */
  maxIdleMs?: number | undefined;
  /** This process delivers for at most this many accounts at the same time; 512 when absent. */
  turns?: number | undefined;
  /**
   * If an attempt takes longer than this many milliseconds, its account no longer counts towards `turns`; 3,000 when
   * absent.
   */
  slowMs?: number | undefined;
  /** Fires when running attempts must stop. */
  signal: AbortSignal;
}

/**
 * This process delivers for at most this many accounts at the same time. The number is high because a delivery that
 * waits for its receiver needs little more than a socket.
 */
const TURNS = 512;
const FAILING_TURNS = 128;
/**
 * In addition to TURNS, this process delivers for at most this many accounts whose receivers are slow now, but did not
 * fail last time.
 */
const SLOW_TURNS = 1_024;
const SLOW_MS = 3_000;

/** Time to read and write deliveries, in addition to the attempts. */
const SLACK_MS = 10_000;

/**
 * Delivers due events. Accounts whose receiver failed last time are handled separately. So an event for a working
 * receiver is sent at once, even when many others do not answer. If a receiver does not answer within three seconds,
 * its account no longer counts towards `turns`.
 */
export function startWebhookWorkers({
  db,
  logger,
  timeoutMs,
  farthestMs,
  maxIdleMs,
  turns = TURNS,
  slowMs = SLOW_MS,
  signal,
  ...dependencies
}: Dependencies): Worker & { leased: LeasedCollection<WebhookDocument> } {
  const webhooks = {
    collection: db.collection<WebhookDocument>(WEBHOOKS),
    hidesClaimed: true,
    leaseMs: timeoutMs + SLACK_MS,
    farthestMs,
    clock: dependencies.clock,
  };
  const start = (
    pool: { name: string; concurrency: number; slow?: { afterMs: number; places: number } },
    failing: boolean,
    idleMs: number,
  ): Worker =>
    startDueWorker({
      leased: new LeasedCollection({ ...webhooks, only: { failing } }),
      ...pool,
      logger,
      maxIdleMs: maxIdleMs ?? idleMs,
      handle: (document) => deliverDue(dependencies, toTurn(document), signal),
    });
  const pools = [
    start(
      { name: 'webhooks', concurrency: turns, slow: { afterMs: slowMs, places: SLOW_TURNS } },
      false,
      15_000,
    ),
    start({ name: 'failing webhooks', concurrency: FAILING_TURNS }, true, 60_000),
  ];
  return {
    leased: new LeasedCollection(webhooks),
    wake: (at) => {
      for (const pool of pools) pool.wake(at);
    },
    stop: async () => {
      await Promise.all(pools.map(({ stop }) => stop()));
    },
  };
}
