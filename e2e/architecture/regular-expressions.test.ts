import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findRegularExpressions } from '@parcelyard/testing/find-regular-expressions';

const ROOT = join(__dirname, '../..');
const found = findRegularExpressions(ROOT);

interface Checked {
  /**
   * Literal patterns that the tool recheck found safe: they need constant time, or time proportional to the text's
   * length. `make proofs PROOFS_ONLY=recheck` checks the patterns and writes this list.
   */
  literals: string[];
  /** Patterns built at run time, each with the reason why no input makes it slow. */
  made: Record<string, string>;
}
const checked: Checked = JSON.parse(readFileSync(join(__dirname, 'checked-patterns.json'), 'utf8'));

/** Searches for repetition signs outside of escapes and character classes. */
const repeats = (pattern: string) => /[*+{]/.test(pattern.replace(/\\./g, '').replace(/\[[^\]]*\]/g, ''));

it('the time of every regular expression with a repetition is proportional to its text, checked by recheck', () => {
  expect(found.length).toBeGreaterThan(100);
  const unchecked = found.filter(
    ({ literal, text }) => literal && repeats(text) && !checked.literals.includes(text),
  );
  expect(unchecked.map(({ file, text }) => `${file}: ${text}`)).toEqual([]);
});

it('a regular expression that is built at run time has a comment why no input makes it slow', () => {
  const made = found.filter(({ literal }) => !literal).map(({ text }) => text);
  expect(made).toEqual(Object.keys(checked.made));
});
