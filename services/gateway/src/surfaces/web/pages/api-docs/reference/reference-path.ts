/** The list of operations; each has a page below it. */
export const REFERENCE_PATH = '/public/docs/reference';
/** Where an operation is tried, and all are searched. */
export const TRY_PATH = '/public/docs/try';

export const operationPath = (operationId: string): string => `${REFERENCE_PATH}/${operationId}`;
export const tryPath = (operationId: string): string => `${TRY_PATH}/${operationId}`;
/** The search stands open there. */
export const SEARCH_PATH = `${TRY_PATH}/#search`;
