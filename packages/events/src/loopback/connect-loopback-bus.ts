import { connect, type Socket } from 'node:net';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { Bus, SubscriptionOptions } from '../bus';
import { PoisonedEvent } from '../poisoned-event';
import { type FromHub, fromWire, onFrame, send, toWire } from './frames';

interface Options {
  /** The address that the hub returns: `loopback://host:port`. */
  url: string;
  logger: Logger;
}

interface Waiting {
  resolve(): void;
  reject(reason: Error): void;
}

const RECONNECT_MS = 200;

/** Connects a service to the loopback hub. After a restart of the hub, it connects again with all its subscriptions. */
export function connectLoopbackBus({ url, logger }: Options): Bus {
  const { hostname, port } = new URL(url);
  const subscriptions = new Map<number, SubscriptionOptions>();
  /** The running handlers of each subscription. A subscription that is stopped waits only for its own handlers. */
  const underWay = new Map<number, Set<Promise<void>>>();
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let closed = false;
  let connected = false;
  let socket: Socket;
  let reconnect: NodeJS.Timeout | undefined;

  const open = () => {
    socket = connect(Number(port), hostname);
    socket.once('connect', () => {
      connected = true;
      for (const [id, subscription] of subscriptions) subscribe(id, subscription);
    });
    socket.on('error', (error) => logger.debug({ err: error }, 'event hub out of reach'));
    socket.once('close', () => {
      connected = false;
      const reason = new Error('The event hub is out of reach.');
      for (const { reject } of waiting.values()) reject(reason);
      waiting.clear();
      if (!closed) reconnect = setTimeout(open, RECONNECT_MS);
    });
    onFrame<FromHub>(socket, onMessage);
  };

  const subscribe = (id: number, { durable, type, concurrency }: SubscriptionOptions) =>
    send(socket, { op: 'subscribe', id, durable, type, concurrency });

  const onMessage = (frame: FromHub) => {
    if (frame.op !== 'deliver') {
      const asked = waiting.get(frame.id);
      waiting.delete(frame.id);
      if (frame.op === 'refused') asked?.reject(new Error(frame.reason));
      else asked?.resolve();
      return;
    }
    const { handle } = subscriptions.get(frame.subscription) ?? {};
    const origin = socket;
    const settle = (outcome: 'done' | 'again' | 'poisoned') =>
      send(origin, { op: 'settle', delivery: frame.delivery, outcome });
    if (!handle) return settle('again');
    const work = handle(fromWire(frame.envelope), { attempt: frame.attempt })
      .then(
        () => settle('done'),
        (error: unknown) => settle(error instanceof PoisonedEvent ? 'poisoned' : 'again'),
      )
      .finally(() => underWay.get(frame.subscription)?.delete(work));
    underWay.get(frame.subscription)?.add(work);
  };

  const answered = (id: number) =>
    new Promise<void>((resolve, reject) => waiting.set(id, { resolve, reject }));

  open();
  return {
    isConnected: () => connected && !closed,
    describe: async () => ({ text: 'a hub on this machine, for one machine' }),
    fills: async () => [],
    publish: (envelope) => {
      if (closed) return Promise.reject(new Error('The event bus is closed.'));
      if (!connected) return Promise.reject(new Error('The event hub is out of reach.'));
      const id = ++lastId;
      const published = answered(id);
      send(socket, { op: 'publish', id, envelope: toWire(envelope) });
      return published;
    },
    subscribe: async (options) => {
      if (closed) throw new Error('The event bus is closed.');
      const id = ++lastId;
      subscriptions.set(id, options);
      const mine = new Set<Promise<void>>();
      underWay.set(id, mine);
      if (connected) {
        const subscribed = answered(id);
        subscribe(id, options);
        // If the hub stops before it answers, the hub gets this subscription when it runs again.
        await subscribed.catch(() => undefined);
      }
      return {
        stop: async () => {
          subscriptions.delete(id);
          if (connected) send(socket, { op: 'unsubscribe', id });
          await Promise.all(mine);
          underWay.delete(id);
        },
      };
    },
    close: async () => {
      closed = true;
      clearTimeout(reconnect);
      subscriptions.clear();
      await Promise.all([...underWay.values()].flatMap((works) => [...works]));
      socket.destroy();
    },
  };
}
