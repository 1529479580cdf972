export interface Page {
  page: number;
  pageSize: number;
}

const DEFAULT_SIZE = 25;
const LARGEST_SIZE = 100;

/** A page that can be served: from 1, of 1 to 100 rows, 25 when nothing was asked. Surfaces may allow less. */
export function clampPage(wanted: Page | undefined): Page {
  return {
    page: Math.max(1, wanted?.page ?? 1),
    pageSize: Math.min(LARGEST_SIZE, Math.max(1, wanted?.pageSize || DEFAULT_SIZE)),
  };
}
