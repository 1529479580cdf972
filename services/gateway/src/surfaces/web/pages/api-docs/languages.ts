/** The languages of the guide's code. The first language is shown by default. */
export const LANGUAGES = ['curl', 'typescript', 'python', 'go', 'php'] as const;

export type Language = (typeof LANGUAGES)[number];

/** The languages in which the guide buys a label step by step. */
export const WALK_LANGUAGES = ['curl', 'typescript', 'python'] as const satisfies readonly Language[];

export type WalkLanguage = (typeof WALK_LANGUAGES)[number];

export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  curl: 'curl',
  typescript: 'TypeScript',
  python: 'Python',
  go: 'Go',
  php: 'PHP',
};
