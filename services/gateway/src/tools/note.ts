/**
 * A sentence that a tool's answer brings along. It is data as a refusal is: docs/messages-table.md lists every one, said
 * with its example, and tests hold all of them against the rules of docs/messages.md.
 */
export interface Note<Params extends object> {
  (params: Params): string;
  /** The call that is answered so, in a few words behind the tool's name: `a preview`. */
  readonly when: string;
  /** Parameters as they may be. */
  readonly example: object;
}

export const note = <Params extends object>(
  when: string,
  example: Params,
  sentence: (params: Params) => string,
): Note<Params> => Object.assign((params: Params) => sentence(params), { when, example });

/** How a preview ends: the user decides, and no word of ours pushes them. */
export const SHOW_AND_AGREE = 'Show this to the user. If they agree, call again with confirm: true.';
