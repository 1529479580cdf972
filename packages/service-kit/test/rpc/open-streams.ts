import { Client } from '@grpc/grpc-js';
import { eventually } from '@parcelyard/testing/eventually';

/** Runs two calls at a time, as a busy program does, until their client sends calls over a stream. */
export async function openStreams(call: () => Promise<unknown>): Promise<void> {
  const unary = jest.spyOn(Client.prototype, 'makeUnaryRequest');
  await eventually(async () => {
    unary.mockClear();
    await Promise.all([call(), call()]);
    expect(unary).not.toHaveBeenCalled();
  });
  unary.mockRestore();
}
