export const page = (paragraphs: readonly string[]): string =>
  `<!doctype html><html lang="en"><body style="font-family:sans-serif">${paragraphs.join('')}</body></html>`;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it stands in markup. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] as string);
