import { AccessSection } from './access-section';
import { ErrorsSection } from './errors-section';
import { ReadingSection } from './reading-section';
import { RetriesSection } from './retries-section';
import { WebhooksSection } from './webhooks-section';

/** The rules that apply to every operation. */
export const Guide = () => (
  <>
    <AccessSection />
    <ErrorsSection />
    <RetriesSection />
    <ReadingSection />
    <WebhooksSection />
  </>
);

/** The guide's anchors and titles, for the table of contents. */
export const GUIDE_CONTENTS = [
  ['start', 'From nothing to a label'],
  ['authentication', 'Authentication'],
  ['errors', 'Errors'],
  ['idempotency', 'Idempotency and retries'],
  ['limits', 'Rate limits and request ids'],
  ['pagination', 'Lists'],
  ['revalidation', 'ETag and compression'],
  ['webhooks', 'Webhooks'],
  ['versioning', 'Versioning'],
  ['changelog', 'Changelog'],
] as const;
