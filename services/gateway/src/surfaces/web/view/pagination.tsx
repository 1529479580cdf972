import { ButtonLink } from './button';

interface Props {
  page: number;
  pageSize: number;
  total: number;
  /** The same list at another page. */
  href: (page: number) => string;
}

/** Which part of a list this is, and the way to its neighbours; nothing when one page holds all. */
export const Pagination = ({ page, pageSize, total, href }: Props) => {
  const pages = Math.max(Math.ceil(total / pageSize), 1);
  if (pages === 1) return null;
  const first = Math.min((page - 1) * pageSize + 1, total);
  const last = Math.min(page * pageSize, total);
  return (
    <nav class="pagination" aria-label="Pages">
      <span>
        {first}–{last} of {total}
      </span>
      <span class="row">
        {page > 1 && (
          <ButtonLink href={href(page - 1)} look="quiet" size="small">
            Previous
          </ButtonLink>
        )}
        {page < pages && (
          <ButtonLink href={href(page + 1)} look="quiet" size="small">
            Next
          </ButtonLink>
        )}
      </span>
    </nav>
  );
};
