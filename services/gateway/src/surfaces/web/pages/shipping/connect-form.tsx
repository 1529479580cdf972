import type { PlatformConnection } from '@parcelyard/contracts/orders';
import { DomainError, type ErrorCode } from '@parcelyard/service-kit/domain-error';
import type { Caller } from '../../../../clients/caller';
import type { OrdersClient } from '../../../../clients/gateway-clients';
import { FormProblem } from '../../view/blocks';
import { Button, Field, PostForm } from '../../view/forms';
import { webSentence } from '../../wording';
import { nameField, PLATFORM_FORMS, type PlatformForm } from './platform-forms';

interface ConnectFormProps {
  path: string;
  /** What was entered and refused, to show it in the form again. */
  given: URLSearchParams;
  problems: Readonly<Record<string, string>>;
  form: PlatformForm;
  connected: PlatformConnection | undefined;
}

/** Connects a store of one platform. If it is connected, replaces its credentials. */
export const ConnectForm = ({ path, given, problems, form, connected }: ConnectFormProps) => {
  const { platform, title, fields } = form;
  const name = nameField(platform);
  const wasSent = given.get('platform') === platform;
  const sent = (field: string) => (wasSent ? (given.get(field) ?? '') : '');
  return (
    <details open={wasSent}>
      <summary>{connected ? `Update the access to your ${title} store` : `Connect a ${title} store`}</summary>
      <PostForm action={`${path}/platforms`} hidden={{ platform }} class="stack-tight narrow">
        {problems[platform] && <FormProblem>{problems[platform]}</FormProblem>}
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
            label={field.label}
            name={field.name}
            required={field.required}
            {...(field.hint !== undefined && { hint: field.hint })}
            type={field.secret ? 'password' : 'text'}
            value={field.secret ? '' : sent(field.name)}
            error={problems[field.name]}
            autocomplete="off"
          />
        ))}
        <div>
          <Button look="quiet">{connected ? `Update ${title}` : `Connect ${title}`}</Button>
        </div>
      </PostForm>
    </details>
  );
};

/** Problems by field. A problem without a field has the platform as its key. */
type Problems = Readonly<Record<string, string>>;

const REFUSALS: ReadonlySet<ErrorCode> = new Set([
  'invalid_argument',
  'failed_precondition',
  'conflict',
  'unavailable',
  'deadline_exceeded',
]);

interface NotConnected {
  problems: Problems;
  refusal?: DomainError;
}

/**
 * Connects the store that a form describes.
 * @returns the problems for the form; undefined when the store is connected
 */
export async function connectPlatform(
  orders: Pick<OrdersClient, 'connectPlatform'>,
  caller: Caller,
  form: URLSearchParams,
): Promise<NotConnected | undefined> {
  const chosen = PLATFORM_FORMS.find(({ platform }) => platform === form.get('platform'));
  if (!chosen) return { problems: { shopify: 'platform must be shopify, woocommerce or sandbox.' } };
  const { platform, fields } = chosen;
  const text = (name: string) => (form.get(name) ?? '').trim();
  try {
    await orders.connectPlatform(caller, { storeName: text(nameField(platform)), store: chosen.store(text) });
    return undefined;
  } catch (error) {
    if (!(error instanceof DomainError) || !REFUSALS.has(error.code)) throw error;
    const field = error.field === 'store_name' ? nameField(platform) : (error.field ?? platform);
    const isShown = field === nameField(platform) || fields.some(({ name }) => name === field);
    return { problems: { [isShown ? field : platform]: webSentence(error) }, refusal: error };
  }
}
