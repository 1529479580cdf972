/** The fenced blocks of a Markdown page in their order. @param language as the fence names it; '' for those that name none */
export function fencedBlocks(page: string, language: string): string[] {
  return [...page.matchAll(/^ *```(\w*)\n([\s\S]*?)^ *```$/gm)]
    .filter(([, named]) => named === language)
    .map(([, , block = '']) => block);
}
