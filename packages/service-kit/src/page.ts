export interface Page {
  page: number;
  pageSize: number;
}

const DEFAULT_SIZE = 25;
const MAX_SIZE = 100;

/** A page that can be served: from 1, of 1 to 100 rows, 25 when no size was given. Surfaces may allow less. */
export function clampPage(page: Page | undefined): Page {
  return {
    page: Math.max(1, page?.page ?? 1),
    pageSize: Math.min(MAX_SIZE, Math.max(1, page?.pageSize || DEFAULT_SIZE)),
  };
}
