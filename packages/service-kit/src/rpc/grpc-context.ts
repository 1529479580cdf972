import type { Metadata } from '@grpc/grpc-js';
import type { PeerContext } from './channel-security';
import type { CallContext } from './definition';

/**
 * `signal` aborts when the caller stops waiting. The signal is created only when a handler reads it, because most
 * handlers never do, and the signal costs more than the rest of the context.
 */
export class GrpcContext implements CallContext {
  readonly requestId: string;
  readonly traceparent: string | undefined;
  readonly timeLeftMs: number;
  private controller: AbortController | undefined;

  constructor(private readonly call: GrpcCall) {
    this.timeLeftMs = Number(call.getDeadline()) - Date.now();
    this.requestId = String(call.metadata.get('x-request-id')[0] ?? '');
    this.traceparent = call.metadata.get('traceparent')[0]?.toString();
  }

  get signal(): AbortSignal {
    if (!this.controller) {
      const controller = new AbortController();
      if (this.call.cancelled) controller.abort();
      else this.call.on('cancelled', () => controller.abort());
      this.controller = controller;
    }
    return this.controller.signal;
  }
}

export interface GrpcCall {
  readonly request: unknown;
  readonly metadata: Metadata;
  readonly cancelled: boolean;
  getAuthContext(): PeerContext;
  getPeer(): string;
  getDeadline(): Date | number;
  on(event: 'cancelled', listener: () => void): void;
}
