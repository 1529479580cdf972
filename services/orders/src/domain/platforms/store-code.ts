export const CODE_TRIES = 5;
const GROUP = 4;
export const CODE_DIGITS = 8;

/**
 * Returns the name of a webhook, which shows the code to the people who run the store. It contains the account's name,
 * so that nobody gives the code to a stranger.
 */
export const codeName = (code: string, accountName: string): string =>
  `Parcelyard: code ${code.slice(0, GROUP)} ${code.slice(GROUP)} connects this store to ${accountName}`;

/** @param given the code as a person entered it: spaces and dashes are ignored */
export const isCode = (code: string, given: string): boolean => given.replace(/\D/g, '') === code;
