export interface Page {
  page: number;
  pageSize: number;
}

const DEFAULT_SIZE = 25;
const MAX_SIZE = 100;

/**
 * Returns a valid page. Page numbers begin with 1. A page has 1 to 100 rows, or 25 if the caller names no size.
 * Surfaces may allow fewer rows.
 */
export function clampPage(page: Page | undefined): Page {
  return {
    page: Math.max(1, page?.page ?? 1),
    pageSize: Math.min(MAX_SIZE, Math.max(1, page?.pageSize || DEFAULT_SIZE)),
  };
}
