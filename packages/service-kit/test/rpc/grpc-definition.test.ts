import { grpcDefinition } from '../../src/rpc/grpc-definition';
import { aPickup, ParcelsDefinition } from './a-service';

const { cancel } = grpcDefinition(ParcelsDefinition);
const sent = (message: object) => cancel?.responseDeserialize(cancel.responseSerialize(message));

describe('responseSerialize', () => {
  it('encodes an answer as it is at that moment', () => {
    const answer = aPickup();
    expect(sent(answer)).toEqual(answer);
    answer.instructions = 'Ring twice';
    expect(sent(answer)).toEqual(answer);
  });

  it('encodes a frozen answer only once, because a service returns frozen answers again', () => {
    const kept = Object.freeze(aPickup());
    expect(cancel?.responseSerialize(kept)).toBe(cancel?.responseSerialize(kept));
    expect(sent(kept)).toEqual(kept);
    expect(sent(Object.freeze(aPickup(6)))).toEqual(aPickup(6));
  });
});
