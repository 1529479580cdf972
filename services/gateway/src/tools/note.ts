/**
 * A sentence in a tool's answer, with an example of its values. With the example, docs/messages-table.md lists the
 * sentence and tests check it.
 */
export interface Note<Params extends object> {
  (params: Params): string;
  /** When the sentence appears, such as `a preview`. The first column of docs/messages-table.md shows this text. */
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
