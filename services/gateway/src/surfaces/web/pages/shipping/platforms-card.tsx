import type { ImportJob, ListConnectionsResponse, PlatformConnection } from '@parcelyard/contracts/orders';
import type { ComponentChildren } from 'preact';
import { withQuery } from '../../routing/with-query';
import { Badge, FormProblem } from '../../view/blocks';
import { Button, ButtonLink, PostForm } from '../../view/forms';
import { Moment } from '../../view/moment';
import { type Column, Table } from '../../view/table';
import { ConnectForm } from './connect-form';
import { FulfillmentForm } from './fulfillment-form';
import { PLATFORM_FORMS } from './platform-forms';
import { ShopifyInstallForm } from './shopify-install-form';
import { WooCommerceCodeForm, WooCommerceKeysForm } from './woocommerce-keys';

interface Props {
  path: string;
  /** What the last change of this card did. */
  notice: ComponentChildren;
  stores: ListConnectionsResponse;
  jobs: readonly ImportJob[];
  /** What was entered and refused, to show it in the form again. */
  given: URLSearchParams;
  problems: Readonly<Record<string, string>>;
}

/** The stores from which orders are imported. */
export const PlatformsCard = ({
  stores: { platforms, shopifyApp = false, woocommerceKeys = false, waitingForCode },
  jobs,
  notice,
  ...form
}: Props) => (
  <section class="card" id="platforms">
    <div class="card-head">
      <h2>Sales platforms</h2>
      <p>
        Changes in a store are imported automatically. You or your assistant can also start an import.{' '}
        <a href="/settings/shipping/privacy">Requests about personal data</a>
      </p>
    </div>
    <div class="stack">
      {notice}
      {form.problems.sync && <FormProblem>{form.problems.sync}</FormProblem>}
      {waitingForCode ? (
        <WooCommerceCodeForm path={form.path} store={waitingForCode} problem={form.problems.code} />
      ) : (
        form.problems.code && <FormProblem>{form.problems.code}</FormProblem>
      )}
      {platforms.length > 0 && (
        <Table caption="Connected stores" columns={columns(form.path, jobs)} rows={platforms} />
      )}
      {platforms
        .filter(({ platform }) => platform !== 'sandbox')
        .map((store) => (
          <FulfillmentForm
            key={store.platform}
            path={form.path}
            store={store}
            problem={form.problems[`fulfillment_${store.platform}`]}
          />
        ))}
      {shopifyApp && (
        <ShopifyInstallForm connected={platforms.some(({ platform }) => platform === 'shopify')} />
      )}
      {woocommerceKeys && <WooCommerceKeysForm />}
      {PLATFORM_FORMS.filter(({ platform }) => offers(platform, platforms, shopifyApp)).map((platform) => (
        <ConnectForm
          key={platform.platform}
          {...form}
          form={platform}
          connected={platforms.find((known) => known.platform === platform.platform)}
        />
      ))}
    </div>
  </section>
);

/**
 * True when the page shows the platform's form. A connected sandbox needs no new credentials. A store with our Shopify
 * app needs no token.
 */
const offers = (platform: string, connected: readonly PlatformConnection[], shopifyApp: boolean): boolean => {
  if (platform === 'shopify') return !shopifyApp;
  return platform !== 'sandbox' || connected.every((known) => known.platform !== platform);
};

const columns = (path: string, jobs: readonly ImportJob[]): readonly Column<PlatformConnection>[] => [
  {
    heading: 'Store',
    cell: ({ storeName, platform }) => (
      <div>
        <div class="strong">{storeName}</div>
        <div class="muted small">{titleOf(platform)}</div>
      </div>
    ),
  },
  {
    heading: 'Status',
    cell: ({ status, events = '' }) => (
      <div>
        <Badge tone={status === 'connected' ? 'good' : 'bad'}>
          {status === 'connected' ? 'Connected' : 'Must be connected again'}
        </Badge>
        <div class="muted small">{EVENTS[events]}</div>
      </div>
    ),
  },
  { heading: 'Connected', cell: ({ connectedAt }) => connectedAt && <Moment at={connectedAt} /> },
  {
    heading: 'Last import',
    cell: ({ platform, lastSyncAt }) => {
      const job = jobs.find((known) => known.platform === platform);
      return (
        <div>
          {lastSyncAt ? <Moment at={lastSyncAt} /> : <span class="muted">never</span>}
          {job && <div class="muted small">{importText(job)}</div>}
        </div>
      );
    },
  },
  {
    heading: 'Actions',
    kind: 'actions',
    cell: ({ platform, storeName }) => (
      <>
        <PostForm action={`${path}/sync`} hidden={{ platform }}>
          <Button look="quiet" size="small">
            Import orders
          </Button>
        </PostForm>
        <ButtonLink href={withQuery(`${path}/disconnect`, { platform })} look="quiet" size="small">
          Disconnect<span class="visually-hidden"> {storeName}</span>
        </ButtonLink>
      </>
    ),
  },
];

/** Whether the store tells us about changes. */
const EVENTS: Readonly<Record<string, string>> = {
  on: 'Sends changes immediately',
  wanted: 'Change notifications are being set up',
  refused: 'The store’s credentials do not allow change notifications',
};

const titleOf = (platform: string): string =>
  PLATFORM_FORMS.find((known) => known.platform === platform)?.title ?? platform;

const JOB_STATUS: Readonly<Record<string, string>> = {
  queued: 'Import queued',
  running: 'Import running',
  completed: 'Imported',
  completed_with_errors: 'Imported with errors',
  failed: 'Import failed',
};

/** Returns the result of the latest import in one line. */
function importText({ status, counts, errors }: ImportJob): string {
  const { created = 0, updated = 0 } = counts ?? {};
  const figures = `${created} new, ${updated} updated`;
  const [first] = errors;
  return [`${JOB_STATUS[status] ?? status}: ${figures}`, first?.message].filter(Boolean).join('. ');
}
