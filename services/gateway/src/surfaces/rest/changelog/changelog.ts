export interface ApiChange {
  /** Day of the release, UTC. */
  readonly date: `${number}-${number}-${number}`;
  readonly kind: 'added' | 'changed' | 'fixed' | 'deprecated' | 'removed';
  /** What changed, and what it means for a client. */
  readonly description: string;
}

/** What changed in the REST API, newest first. `/public/changelog` and `/public/docs` show it: write for integrators. */
export const CHANGELOG: readonly ApiChange[] = [
  {
    date: '2026-11-23',
    kind: 'changed',
    description:
      'A void that the carrier accepts later is voidPending, in void-label (with voided false until it is true), orders, tracking and a withdrawn return: the label is not bought, marked printed, picked up or linked to meanwhile, and a repeated void answers the same again. Label links of a voided label are 410, while its void is pending 409.',
  },
  {
    date: '2026-11-23',
    kind: 'added',
    description:
      'The first release of the API, 0.1.0. From this day on what is published keeps working; earlier builds promised nothing.',
  },
];
