/** Levels of lists and objects that a JSON body may have; nothing that we take has ten. */
export const MAX_DEPTH = 100;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Whether JSON is nested deeper than that. Looked at before it is parsed, for what walks over a value afterwards must not
 * run out of stack: that would be our failure, and this is the sender's.
 */
export function isTooDeep(json: Buffer): boolean {
  if (json.length <= MAX_DEPTH) return false;
  let depth = 0;
  let inText = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (inText) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) inText = false;
    } else if (byte === QUOTE) inText = true;
    else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      if (depth > MAX_DEPTH) return true;
    } else if (byte === 0x5d || byte === 0x7d) depth -= 1;
  }
  return false;
}
