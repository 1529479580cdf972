export interface Faults {
  readonly found: readonly string[];
  /** Records the sentence when the condition is false. */
  unless(holds: boolean, sentence: string): void;
  /** Records a fault when the answer to the merchant does not contain `words`, such as an amount. */
  unlessSaid(said: string, what: string, words: string | number): void;
}

export function collectFaults(): Faults {
  const found: string[] = [];
  const unless = (holds: boolean, sentence: string) => {
    if (!holds) found.push(sentence);
  };
  return {
    found,
    unless,
    unlessSaid: (said, what, words) => {
      const text = typeof words === 'number' ? words.toFixed(2) : words;
      const plain = said.replaceAll(',', '').toLowerCase();
      const spellings = [text, typeof words === 'number' ? String(words) : text].map((spelling) =>
        spelling.toLowerCase(),
      );
      unless(
        spellings.some((spelling) => plain.includes(spelling)),
        `The merchant was not told ${what} (${text}).`,
      );
    },
  };
}

/** True when two amounts are equal to the cent. */
export const sameMoney = (a: number, b: number): boolean => Math.round(a * 100) === Math.round(b * 100);

export const sumOf = (amounts: readonly number[]): number =>
  amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100;
