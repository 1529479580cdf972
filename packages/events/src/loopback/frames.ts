import type { Socket } from 'node:net';
import type { EventEnvelope } from '../bus';

export interface WireEnvelope extends Omit<EventEnvelope, 'occurredAt' | 'payload'> {
  readonly occurredAt: string;
  /** Base64. */
  readonly payload: string;
}

export type ToHub =
  | { op: 'publish'; id: number; envelope: WireEnvelope }
  | { op: 'subscribe'; id: number; durable: string; type: string; concurrency?: number | undefined }
  | { op: 'unsubscribe'; id: number }
  | { op: 'settle'; delivery: number; outcome: 'done' | 'again' | 'poisoned' };

export type FromHub =
  | { op: 'published'; id: number }
  | { op: 'refused'; id: number; reason: string }
  | { op: 'subscribed'; id: number }
  | { op: 'deliver'; subscription: number; delivery: number; attempt: number; envelope: WireEnvelope };

export const toWire = ({ occurredAt, payload, ...rest }: EventEnvelope): WireEnvelope => ({
  ...rest,
  occurredAt: occurredAt.toISOString(),
  payload: Buffer.from(payload).toString('base64'),
});

export const fromWire = ({ occurredAt, payload, ...rest }: WireEnvelope): EventEnvelope => ({
  ...rest,
  occurredAt: new Date(occurredAt),
  payload: Buffer.from(payload, 'base64'),
});

export function send(socket: Socket, frame: ToHub | FromHub): void {
  if (socket.writable) socket.write(`${JSON.stringify(frame)}\n`);
}

/** Reads frames from a socket. Both ends are our programs from one build, so every line is accepted as a frame. */
export function onFrame<Frame>(socket: Socket, handle: (frame: Frame) => void): void {
  let rest = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) handle(JSON.parse(line) as Frame);
  });
}
