import { type Client, connectivityState } from '@grpc/grpc-js';

export interface Reachability {
  /** Whether any replica is connected now. */
  isReachable(): boolean;
  /**
   * Resolves when a replica is connected, or after a timeout. Resolves at once if the channel lost its last replica
   * more than two seconds ago.
   * @param withinMs how long the caller can wait
   */
  settled(withinMs: number): Promise<void>;
}

/**
 * The longest wait for a replica. It is longer than a channel's pause between connection attempts, so that an available
 * replica is found within this wait.
 */
const WAIT_TIMEOUT_MS = 2_000;

/**
 * Remembers since when a channel has had no replica. In a roll-out, the last old replica may end just before a new one
 * is connected. Calls then wait up to two seconds. Calls to a service that is down for longer fail at once.
 */
export function watchReachability(client: Client): Reachability {
  const channel = client.getChannel();
  let state = channel.getConnectivityState(false);
  let lostAt = Number.NEGATIVE_INFINITY;
  const waiting = new Set<() => void>();

  const watch = () => {
    channel.watchConnectivityState(state, Number.POSITIVE_INFINITY, () => {
      const before = state;
      state = channel.getConnectivityState(false);
      if (before === connectivityState.READY) lostAt = performance.now();
      if (state === connectivityState.READY || state === connectivityState.SHUTDOWN)
        for (const end of waiting) end();
      if (state !== connectivityState.SHUTDOWN) watch();
    });
  };
  watch();

  const waitFor = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        waiting.delete(end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      waiting.add(end);
    });

  return {
    isReachable: () => state === connectivityState.READY,
    settled: async (withinMs) => {
      const searching =
        state === connectivityState.CONNECTING || state === connectivityState.TRANSIENT_FAILURE;
      const left = Math.min(lostAt + WAIT_TIMEOUT_MS - performance.now(), withinMs);
      if (searching && left > 0) await waitFor(left);
    },
  };
}
