const FENCE = '```';

/**
 * Returns the fenced blocks of a Markdown page, in order.
 * @param language the language in the fence; '' for blocks without a language
 */
export function fencedBlocks(page: string, language: string): string[] {
  const parts = page.split('\n').reduce<string[][]>(
    (found, line) => {
      if (line.trimStart().startsWith(FENCE)) found.push([line.trim().slice(FENCE.length)]);
      else found.at(-1)?.push(line);
      return found;
    },
    [[]],
  );
  // Text and blocks alternate. A block begins with its language.
  return parts
    .filter(([named], place) => place % 2 === 1 && named === language)
    .map(([, ...lines]) => lines.map((line) => `${line}\n`).join(''));
}
