import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { Bus, Subscription } from '../bus';
import { createInProcessBus } from '../in-process-bus';
import { PoisonedEvent } from '../poisoned-event';
import { type FromHub, fromWire, onFrame, send, type ToHub, toWire } from './frames';

export interface LoopbackHub {
  /** The value for the services' NATS_URL. */
  readonly url: string;
  /** Starts deliveries. Call it when every consumer has had time to subscribe. */
  release(): void;
  stop(): Promise<void>;
}

interface Options {
  logger: Logger;
  redeliveryDelayMs?: (attempt: number) => number;
}

/**
 * Starts the in-process bus behind a loopback socket, for a local stack that runs each service in its own process
 * without a nats-server. The bus stores nothing: an event stays in its outbox until every consumer has handled it.
 */
export async function startLoopbackHub(options: Options): Promise<LoopbackHub> {
  const bus = createInProcessBus({ ...options, held: true });
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    serve(socket, bus, options.logger);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `loopback://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release: bus.release,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await Promise.all([closed, bus.close()]);
    },
  };
}

type Settle = (outcome: 'done' | 'again' | 'poisoned') => void;

function serve(socket: Socket, bus: Bus, logger: Logger): void {
  const subscriptions = new Map<number, Promise<Subscription>>();
  const underWay = new Map<number, Settle>();
  let deliveries = 0;
  const answer = (frame: FromHub) => send(socket, frame);

  const deliver =
    (subscription: number): Parameters<Bus['subscribe']>[0]['handle'] =>
    async (envelope, { attempt }) => {
      if (socket.destroyed) throw new Error('The consumer is gone.');
      const delivery = ++deliveries;
      const outcome = await new Promise<Parameters<Settle>[0]>((settle) => {
        underWay.set(delivery, settle);
        answer({ op: 'deliver', subscription, delivery, attempt, envelope: toWire(envelope) });
      });
      underWay.delete(delivery);
      if (outcome === 'poisoned') throw new PoisonedEvent('The consumer cannot handle it.');
      if (outcome === 'again') throw new Error('The consumer wants it again.');
    };

  onFrame<ToHub>(socket, (frame) => {
    switch (frame.op) {
      case 'publish':
        bus.publish(fromWire(frame.envelope)).then(
          () => answer({ op: 'published', id: frame.id }),
          (error: Error) => answer({ op: 'refused', id: frame.id, reason: error.message }),
        );
        return;
      case 'subscribe': {
        const { id, op, ...wanted } = frame;
        const subscription = bus.subscribe({ ...wanted, handle: deliver(id) });
        subscriptions.set(id, subscription);
        subscription.then(() => answer({ op: 'subscribed', id }));
        return;
      }
      case 'unsubscribe':
        void subscriptions.get(frame.id)?.then((subscription) => subscription.stop());
        subscriptions.delete(frame.id);
        return;
      case 'settle':
        underWay.get(frame.delivery)?.(frame.outcome);
    }
  });
  socket.on('error', (error) => logger.debug({ err: error }, 'event hub lost a service'));
  socket.once('close', () => {
    for (const subscription of subscriptions.values()) void subscription.then(({ stop }) => stop());
    for (const settle of underWay.values()) settle('again');
  });
}
