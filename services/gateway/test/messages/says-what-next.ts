/** Finds an imperative at the beginning of a sentence, or after a comma, a colon or a semicolon. */
const IMPERATIVE =
  /(?:^|[.:;,—] |\b(?:and|or|then|to go on) )(?:add|ask|approve|book|buy|call|change|check|choose|create|contact|follow|generate|give|have|leave|list|look|mark|name|open|print|rate|read|repeat|save|schedule|see|send|show|start|try|use|void|wait|write)\b(?! of)/i;
/** Finds a rule for a value. */
const RULE = /\b(?:must (?:be|have|hold|name|not|add)|is required|go together|did you mean|takes )/;
/** Finds a time at which the problem ends. */
const TIME = /\b(?:starts again on|again from|in a (?:moment|minute|few minutes))\b/;
/** Finds a sentence about the owner as the person who decides, with the page for the decision. */
const OWNER = /\bowner\b.*\b(?:under|approve|opens|at https?:)/;
/** Finds a tool that tells more. */
const TOOL = /\b[a-z]+_[a-z_]+ (?:shows|tells|says|gives|lists|finds|has)\b/;
/** Finds words which say that nothing needs to be done. */
const NOTHING = /\b(?:there is nothing|nothing is left|nothing left) to \w+/;

/**
 * Returns whether a refusal says what to do next: by a rule, an imperative, a time, the owner with a page, or a tool.
 * It may also say that nothing needs to be done.
 */
export const saysWhatNext = (message: string): boolean =>
  [IMPERATIVE, RULE, TIME, OWNER, TOOL, NOTHING].some((sign) => sign.test(message));

/** Refusals that need not say what to do next, and why. */
export const NEED_NOT: Readonly<Record<string, string>> = {
  text: 'somebody else’s words, passed on to the letter',
  carrier_refused: 'the carrier’s words, passed on to the letter',
  order_not_found: 'the specification fixes the sentence; the argument’s description says where ids are from',
  customer_not_found: 'said as the specification fixes it for orders',
  pickup_not_found: 'said as the specification fixes it for orders',
  batch_not_found: 'said as the specification fixes it for orders',
  import_job_not_found: 'said as the specification fixes it for orders',
  void_pending: 'decided as it is for buy_label: nothing but waiting is left',
  fault_of_ours: 'decided as it is: nothing was saved, and whoever reads the log finds the reference',
  plan_lacks_feature:
    'the specification fixes the sentence; the tool’s description says where plans are told',
  marketing_not_included:
    'the specification fixes the sentence; the tool’s description says where plans are told',
  at_place: 'the problem that it names says so',
  purchase_failed: 'what stands behind the dash says so',
};
