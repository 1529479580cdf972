interface Page {
  readonly page: number;
  readonly pageSize: number;
}

/** How a list's page stands among all of them. @see REST specification, "Customers" */
export const paginationOf = ({ page, pageSize }: Page, total: number) => ({
  currentPage: page,
  pageSize,
  totalPages: Math.ceil(total / pageSize),
});
