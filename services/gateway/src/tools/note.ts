/**
 * A sentence in a tool's answer. It is data, like a refusal, so that docs/messages-table.md can list it with an example
 * and tests can check it.
 */
export interface Note<Params extends object> {
  (params: Params): string;
  /** When the sentence appears, such as `a preview`. This text follows the tool's name in a phrase. */
  readonly when: string;
  readonly example: object;
}

export const note = <Params extends object>(
  when: string,
  example: Params,
  sentence: (params: Params) => string,
): Note<Params> => Object.assign((params: Params) => sentence(params), { when, example });

/** The sentences that end the note of a preview. They must not influence the user's decision. */
export const SHOW_AND_AGREE = 'Show this to the user. If they agree, call again with confirm: true.';
