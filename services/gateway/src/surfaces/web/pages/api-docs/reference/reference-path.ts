/** The list of operations. The page of each operation is below this path. */
export const REFERENCE_PATH = '/public/docs/reference';
/** The page for trying and searching operations. */
export const TRY_PATH = '/public/docs/try';

export const operationPath = (operationId: string): string => `${REFERENCE_PATH}/${operationId}`;
export const tryPath = (operationId: string): string => `${TRY_PATH}/${operationId}`;
/** The path that opens the page TRY_PATH with the search. */
export const SEARCH_PATH = `${TRY_PATH}/#search`;
