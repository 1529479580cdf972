/** What the list of orders is narrowed by, as it stands in the page's address. */
export interface ListQuery {
  /** A status name, or `active`. */
  readonly status: string;
  readonly q: string;
  /** YYYY-MM-DD. */
  readonly from: string;
  readonly to: string;
  readonly page: number;
}

const LAST_PAGE = 100_000;

export function readListQuery(query: URLSearchParams): ListQuery {
  const text = (name: string) => (query.get(name) ?? '').trim();
  const page = Math.trunc(Number(text('page')));
  return {
    status: text('status') || 'active',
    q: text('q'),
    from: text('from'),
    to: text('to'),
    page: page >= 1 ? Math.min(page, LAST_PAGE) : 1,
  };
}

/** The address of the same list at another page. */
export function listAddress(query: ListQuery, page: number): string {
  const wanted = {
    status: query.status === 'active' ? '' : query.status,
    ...{ q: query.q, from: query.from, to: query.to, page: page > 1 ? String(page) : '' },
  };
  const given = new URLSearchParams(Object.entries(wanted).filter(([, value]) => value !== ''));
  return given.size === 0 ? '/orders' : `/orders?${given}`;
}

export const isNarrowed = ({ q, from, to }: ListQuery): boolean => q !== '' || from !== '' || to !== '';
