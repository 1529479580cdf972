/** Finds an imperative at the beginning of a sentence, or after a comma, a colon or a semicolon. */
const IMPERATIVE =
  /(?:^|[.:;,—] |\b(?:and|or|then|to go on) )(?:add|ask|approve|book|buy|call|change|check|choose|create|contact|follow|generate|give|have|leave|list|look|mark|name|open|print|rate|read|repeat|save|schedule|see|send|show|start|try|use|void|wait|write)\b(?! of)/i;
/** Finds a rule for a value. */
const RULE = /\b(?:must (?:be|have|hold|name|not|add)|is required|go together|did you mean|takes )/;
/** Finds a time at which the problem ends. */
const TIME = /\b(?:starts again on|again from|in a (?:moment|minute|few minutes))\b/;
/** Finds a sentence which says that the owner decides, and on which page. */
const OWNER = /\bowner\b.*\b(?:under|approve|opens|at https?:)/;
/** Finds a reference to a tool that gives more information. */
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
  text: 'the words of a carrier or a store, quoted without changes',
  carrier_refused: 'the words of the carrier, quoted without changes',
  order_not_found:
    'the specification has this sentence; the description of the argument says where to find ids',
  customer_not_found: 'has the same form as the sentence of the specification about orders',
  pickup_not_found: 'has the same form as the sentence of the specification about orders',
  batch_not_found: 'has the same form as the sentence of the specification about orders',
  import_job_not_found: 'has the same form as the sentence of the specification about orders',
  void_pending: 'the specification has this sentence; the caller can only wait',
  fault_of_ours: 'the specification has this sentence; operators find the reference in the log',
  plan_lacks_feature:
    'the specification has this sentence; the description of the tool names get_subscription_info',
  marketing_not_included:
    'the specification has this sentence; the description of the tool names get_subscription_info',
  at_place: 'the problem in the sentence says what to do',
  purchase_failed: 'the sentence after the dash says what to do',
};
