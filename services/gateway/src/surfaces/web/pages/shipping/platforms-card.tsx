import type { PlatformConnection } from '@parcelyard/contracts/orders';
import { Badge } from '../../view/badge';
import { Button } from '../../view/button';
import { Field } from '../../view/field';
import { formatMoment } from '../../view/format-date';
import { PostForm } from '../../view/post-form';
import { type Column, Table } from '../../view/table';

interface Props {
  action: string;
  csrf: string;
  platforms: readonly PlatformConnection[];
  /** What was typed, when it was refused. */
  given: string | null;
  problem: string | undefined;
}

/** Stores whose orders are imported. */
export const PlatformsCard = ({ action, csrf, platforms, given, problem }: Props) => (
  <section class="card" id="platforms">
    <div class="card-head">
      <h2>Sales platforms</h2>
      <p>Orders of connected stores are imported when your assistant syncs them.</p>
    </div>
    <div class="stack">
      {platforms.length > 0 && <Table caption="Connected stores" columns={COLUMNS} rows={platforms} />}
      {platforms.some(({ platform }) => platform === 'sandbox') ? null : (
        <PostForm action={action} csrf={csrf} class="stack-tight narrow">
          <Field
            label="Connect a sandbox store"
            name="store_name"
            value={given ?? ''}
            hint="A name for the store, such as My Test Shop. It invents a dozen orders a day."
            error={problem}
            maxLength={100}
            required
          />
          <div>
            <Button look="quiet">Connect store</Button>
          </div>
        </PostForm>
      )}
    </div>
  </section>
);

const COLUMNS: readonly Column<PlatformConnection>[] = [
  {
    heading: 'Store',
    cell: ({ storeName, platform }) => (
      <div>
        <div class="strong">{storeName}</div>
        <div class="muted small">{PLATFORMS[platform] ?? platform}</div>
      </div>
    ),
  },
  {
    heading: 'Status',
    cell: ({ status }) => (
      <Badge tone={status === 'connected' ? 'good' : 'bad'}>
        {status === 'connected' ? 'Connected' : 'Refused by the platform'}
      </Badge>
    ),
  },
  { heading: 'Connected', cell: ({ connectedAt }) => connectedAt && formatMoment(connectedAt) },
  {
    heading: 'Last import',
    cell: ({ lastSyncAt }) => (lastSyncAt ? formatMoment(lastSyncAt) : <span class="muted">never</span>),
  },
];

const PLATFORMS: Readonly<Record<string, string>> = {
  sandbox: 'Sandbox',
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
};
