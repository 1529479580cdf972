import type { Clock } from '@parcelyard/service-kit/clock';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { EasypostApi } from './easypost-api';
import type { ReferenceBook } from './reference-book';

/** What every carrier through EasyPost stands on. */
export interface EasypostDependencies {
  readonly api: EasypostApi;
  readonly book: ReferenceBook;
  readonly clock: Clock;
  readonly logger: Logger;
}
