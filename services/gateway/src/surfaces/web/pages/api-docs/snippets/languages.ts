/** The languages of the examples; the first one is shown by default. */
export const LANGUAGES = ['curl', 'typescript', 'python'] as const;

export type Language = (typeof LANGUAGES)[number];

export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  curl: 'curl',
  typescript: 'TypeScript',
  python: 'Python',
};
