interface Page<Row> {
  readonly result: readonly Row[];
  readonly pagination?: {
    readonly totalPages?: number | undefined;
    readonly nextCursor?: string | null | undefined;
  };
}

/** Yields every record. Continues while the answer has a next cursor; the first cursor is empty. */
export async function* eachByCursor<Row>(
  fetchPage: (cursor: string) => Promise<Page<Row>>,
): AsyncGenerator<Row, void, undefined> {
  for (let cursor: string | null | undefined = ''; typeof cursor === 'string'; ) {
    const page: Page<Row> = await fetchPage(cursor);
    yield* page.result;
    cursor = page.pagination?.nextCursor;
  }
}

/**
 * Yields every record, page by page. A record may appear twice or not at all if records are added or removed meanwhile.
 */
export async function* eachByPage<Row>(
  fetchPage: (page: number) => Promise<Page<Row>>,
): AsyncGenerator<Row, void, undefined> {
  for (let number = 1, total = 1; number <= total; number += 1) {
    const { result, pagination } = await fetchPage(number);
    yield* result;
    total = pagination?.totalPages ?? 1;
  }
}
