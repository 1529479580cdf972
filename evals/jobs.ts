import type { Job } from './job';
import { abroadWithCustoms } from './jobs/abroad-with-customs';
import { adaMoved } from './jobs/ada-moved';
import { batchAndRetry } from './jobs/batch-and-retry';
import { bookAPickup } from './jobs/book-a-pickup';
import { importOrders } from './jobs/import-orders';
import { planAndCredit } from './jobs/plan-and-credit';
import { quoteAllBuyThree } from './jobs/quote-all-buy-three';
import { readReports } from './jobs/read-reports';
import { voidThenCancel } from './jobs/void-then-cancel';
import { winBackLapsed } from './jobs/win-back-lapsed';

/** One line a job. */
export const JOBS: readonly Job[] = [
  quoteAllBuyThree,
  adaMoved,
  abroadWithCustoms,
  voidThenCancel,
  bookAPickup,
  importOrders,
  winBackLapsed,
  readReports,
  batchAndRetry,
  planAndCredit,
];
