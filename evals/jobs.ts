import type { Job } from './job';
import { abroadWithCustoms } from './jobs/abroad-with-customs';
import { adaMoved } from './jobs/ada-moved';
import { batchAndRetry } from './jobs/batch-and-retry';
import { batchUnderCeilings } from './jobs/batch-under-ceilings';
import { beforeFriday } from './jobs/before-friday';
import { bookAPickup } from './jobs/book-a-pickup';
import { importOrders } from './jobs/import-orders';
import { importWhatIsNew } from './jobs/import-what-is-new';
import { moneyMoved } from './jobs/money-moved';
import { noteOfAStranger } from './jobs/note-of-a-stranger';
import { phoneOrderAbroad } from './jobs/phone-order-abroad';
import { planAndCredit } from './jobs/plan-and-credit';
import { quoteAllBuyThree } from './jobs/quote-all-buy-three';
import { raiseMyLimit } from './jobs/raise-my-limit';
import { readReports } from './jobs/read-reports';
import { thereInTime } from './jobs/there-in-time';
import { twiceButNotLately } from './jobs/twice-but-not-lately';
import { twoOrdersIntoOne } from './jobs/two-orders-into-one';
import { voidAndBuyAgain } from './jobs/void-and-buy-again';
import { voidThenCancel } from './jobs/void-then-cancel';
import { whereIsItAndReturn } from './jobs/where-is-it-and-return';
import { winBackLapsed } from './jobs/win-back-lapsed';

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
  beforeFriday,
  thereInTime,
  phoneOrderAbroad,
  voidAndBuyAgain,
  batchUnderCeilings,
  moneyMoved,
  twiceButNotLately,
  importWhatIsNew,
  twoOrdersIntoOne,
  whereIsItAndReturn,
  raiseMyLimit,
  noteOfAStranger,
];
