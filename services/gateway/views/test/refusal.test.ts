import { readRefusal } from '../waiting/refusal';

const ASKED =
  'This label costs $62.10, above $50.00 where the owner wants to be asked. Approve it at ' +
  'https://ship.example/approve/apr_2Fsr9vQ1oUqYb7n0cJtX3w, then repeat the call. Nothing was charged.';

describe('a refusal in a view', () => {
  it('for a missing approval has the address of the page, and a message without it', () => {
    expect(readRefusal(ASKED)).toEqual({
      kind: 'approval',
      words: 'This label costs $62.10, above $50.00 where the owner wants to be asked. Nothing was charged.',
      address: 'https://ship.example/approve/apr_2Fsr9vQ1oUqYb7n0cJtX3w',
      mayTryAgain: true,
    });
  });

  it('of an owner who closed the approval page says where the owner can still allow it', () => {
    const declined =
      "The request for the owner's approval was declined or closed. Nothing was bought or charged. If the user still " +
      'wants the purchase, the owner can approve it at https://ship.example/approve/apr_2Fsr9vQ1oUqYb7n0cJtX3w. Then ' +
      'repeat the call.';
    expect(readRefusal(declined)).toEqual({
      kind: 'approval',
      words:
        "The request for the owner's approval was declined or closed. Nothing was bought or charged. If the user still " +
        'wants the purchase, the owner can approve it on the approval page.',
      address: 'https://ship.example/approve/apr_2Fsr9vQ1oUqYb7n0cJtX3w',
      mayTryAgain: true,
    });
  });

  it('by the owner is not called a limit', () => {
    const words = 'The owner said no to this label at $62.10. Nothing was charged.';
    expect(readRefusal(words)).toEqual({ kind: 'denied', words, mayTryAgain: true });
  });

  it('because of a limit has its own message', () => {
    const words =
      "This label would pass the account's spending limit of $50.00 a day: $12.40 is left today. " +
      'The owner can change it under Settings, Limits. Nothing was charged.';
    expect(readRefusal(words)).toEqual({ kind: 'limit', words, mayTryAgain: true });
  });

  it('with an unknown charge offers no second attempt', () => {
    const words =
      'Something went wrong while running buy_label. Some work may have been saved: check get_order.';
    expect(readRefusal(words)).toEqual({ kind: 'other', words, mayTryAgain: false });
  });
});
