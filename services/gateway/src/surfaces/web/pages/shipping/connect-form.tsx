import type { PlatformConnection } from '@parcelyard/contracts/orders';
import { Button } from '../../view/button';
import { Field } from '../../view/field';
import { Notice } from '../../view/notice';
import { PostForm } from '../../view/post-form';
import { nameField, type PlatformForm } from './platform-forms';

interface Props {
  /** Of the page. */
  path: string;
  csrf: string;
  /** What was sent and refused. */
  given: URLSearchParams;
  problems: Readonly<Record<string, string>>;
  form: PlatformForm;
  connected: PlatformConnection | undefined;
}

/** Connects a store of one platform, or renews the access to the one that is connected. */
export const ConnectForm = ({ path, csrf, given, problems, form, connected }: Props) => {
  const { platform, title, fields } = form;
  const name = nameField(platform);
  const wasSent = given.get('platform') === platform;
  const sent = (field: string) => (wasSent ? (given.get(field) ?? '') : '');
  return (
    <details open={wasSent}>
      <summary>{connected ? `Renew the access to your ${title} store` : `Connect a ${title} store`}</summary>
      <PostForm action={`${path}/platforms`} csrf={csrf} hidden={{ platform }} class="stack-tight narrow">
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
