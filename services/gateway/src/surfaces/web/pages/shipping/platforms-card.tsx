import type { PlatformConnection } from '@parcelyard/contracts/orders';
import { Badge } from '../../view/badge';
import { Button } from '../../view/button';
import { Field } from '../../view/field';
import { formatMoment } from '../../view/format-date';
import { Notice } from '../../view/notice';
import { PostForm } from '../../view/post-form';
import { type Column, Table } from '../../view/table';
import { nameField, PLATFORM_FORMS, type PlatformForm } from './platform-forms';

interface Props {
  action: string;
  csrf: string;
  platforms: readonly PlatformConnection[];
  /** What was sent and refused. */
  given: URLSearchParams;
  problems: Readonly<Record<string, string>>;
}

/** Stores whose orders are imported. */
export const PlatformsCard = ({ platforms, ...form }: Props) => (
  <section class="card" id="platforms">
    <div class="card-head">
      <h2>Sales platforms</h2>
      <p>Orders of connected stores are imported when your assistant syncs them.</p>
    </div>
    <div class="stack">
      {platforms.length > 0 && <Table caption="Connected stores" columns={COLUMNS} rows={platforms} />}
      {PLATFORM_FORMS.map((platform) => (
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

interface ConnectFormProps extends Omit<Props, 'platforms'> {
  form: PlatformForm;
  connected: PlatformConnection | undefined;
}

/** Connects a store of one platform, or renews the access to the one that is connected. */
const ConnectForm = ({ action, csrf, given, problems, form, connected }: ConnectFormProps) => {
  const { platform, title, fields } = form;
  const name = nameField(platform);
  const wasSent = given.get('platform') === platform;
  const sent = (field: string) => (wasSent ? (given.get(field) ?? '') : '');
  return (
    <details open={wasSent}>
      <summary>{connected ? `Renew the access to your ${title} store` : `Connect a ${title} store`}</summary>
      <PostForm action={action} csrf={csrf} hidden={{ platform }} class="stack-tight narrow">
        {problems[platform] && <Notice tone="bad">{problems[platform]}</Notice>}
        <Field
          label="Name of the store"
          name={name}
          value={sent(name) || (connected?.storeName ?? '')}
          error={problems[name]}
          maxLength={100}
          required
        />
        {fields.map((field) => (
          <Field
            key={field.name}
            {...{ label: field.label, name: field.name, required: field.required }}
            {...(field.hint !== undefined && { hint: field.hint })}
            type={field.secret ? 'password' : 'text'}
            value={field.secret ? '' : sent(field.name)}
            error={problems[field.name]}
            autocomplete="off"
          />
        ))}
        <div>
          <Button look="quiet">{connected ? `Renew ${title}` : `Connect ${title}`}</Button>
        </div>
      </PostForm>
    </details>
  );
};

const COLUMNS: readonly Column<PlatformConnection>[] = [
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

const titleOf = (platform: string): string =>
  PLATFORM_FORMS.find((known) => known.platform === platform)?.title ?? platform;
