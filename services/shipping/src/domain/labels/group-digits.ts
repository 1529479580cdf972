/** Splits a number into groups as people read it aloud: `9305 5…`. The sizes repeat; a rest stands alone. */
export function groupDigits(text: string, sizes: readonly number[]): string {
  const groups: string[] = [];
  for (let from = 0, turn = 0; from < text.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? text.length;
    groups.push(text.slice(from, from + size));
    from += size;
  }
  return groups.join(' ');
}
