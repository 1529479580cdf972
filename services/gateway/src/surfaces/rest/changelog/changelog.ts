export interface ApiChange {
  /** The day of the release, in UTC. */
  readonly date: `${number}-${number}-${number}`;
  readonly kind: 'added' | 'changed' | 'fixed' | 'deprecated' | 'removed';
  /** What changed, and what it means for a client. */
  readonly description: string;
}

/** Changes of the REST API, newest first. Integrators read them at `/public/changelog` and `/public/docs/changelog`. */
export const CHANGELOG: readonly ApiChange[] = [
  {
    date: '2026-11-29',
    kind: 'fixed',
    description:
      'POST /public/pickups answers 200 instead of 201 if the pickup was booked before, even if the request adds orders to it. PUT /public/order/{id} saves only the given parts of an address; the other parts are still taken from the customer record.',
  },
  {
    date: '2026-11-28',
    kind: 'added',
    description:
      'POST /public/shipping-info accepts weightLb instead of weightOz, and the filters deliverBy, maxAmount and carrier. With a filter, the result has leftOut, the number of rates that the filters removed.',
  },
  {
    date: '2026-11-28',
    kind: 'fixed',
    description:
      "A day without a time (orderDate, from, to, updatedFrom) is a day in the shop's time zone, as in reports and on pages. Before, it was a day in UTC, so an order of the first day of a month could count in the month before.",
  },
  {
    date: '2026-11-24',
    kind: 'added',
    description:
      'A Postman collection at /public/postman.json, a code sample with our client for every operation of the document, and a reference at /public/docs/reference.',
  },
  {
    date: '2026-11-23',
    kind: 'added',
    description:
      'The first release of the API, 0.1.0. From this day on, published operations and fields continue to work. Nothing was promised for earlier builds.',
  },
];
