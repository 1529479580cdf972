/** Deepest nesting that a JSON body may have. All accepted bodies have fewer than ten levels. */
export const MAX_DEPTH = 100;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Returns whether JSON is nested too deep. This is checked before parsing. Otherwise recursive code could exhaust the
 * stack later, and the caller's fault would look like a fault of ours.
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
