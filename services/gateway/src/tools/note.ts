/**
 * A sentence in a tool's answer. Like a refusal, a note is data: docs/messages-table.md lists each note with its
 * example. Tests check all notes against docs/messages.md.
 */
export interface Note<Params extends object> {
  (params: Params): string;
  /** When the note appears, as words that follow the tool's name: `a preview`. */
  readonly when: string;
  /** Parameters for the example. */
  readonly example: object;
}

export const note = <Params extends object>(
  when: string,
  example: Params,
  sentence: (params: Params) => string,
): Note<Params> => Object.assign((params: Params) => sentence(params), { when, example });

/** The end of a preview. The user decides, and the text must not influence the decision. */
export const SHOW_AND_AGREE = 'Show this to the user. If they agree, call again with confirm: true.';
