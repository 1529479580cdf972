import { DomainError } from '@parcelyard/service-kit/domain-error';
import { type Answer, type Page, page, redirect } from '../../routing/answer';
import { ownEntry } from '../../routing/own-entry';
import type { OwnerPageRequest } from '../../routing/page-request';
import { recordId } from '../../routing/record-id';
import { ownerForm, ownerPage, type Route } from '../../routing/route';
import { Notice, PageHead } from '../../view/blocks';
import type { WebDependencies } from '../../web-dependencies';
import { webSentence } from '../../wording';
import { notFoundPage } from '../error-page';
import { questionPage } from '../question-page';
import { DeliveryLog } from './delivery-log';
import { LostSecretCard, replacing, SecretCard, WebhookForm } from './webhook-form';

const PATH = '/settings/webhook';
const PAGE_SIZE = 50;

/** The webhook's URL, its signing secret, and the result of each event. */
export const webhookRoutes = ({ clients: { orders, activity, quotas } }: WebDependencies): Route[] => {
  const show = async (request: OwnerPageRequest, { problem, secret = false }: Shown = {}): Promise<Page> => {
    const before = recordId(request.query.get('before') ?? '');
    const [webhook, { deliveries }] = await Promise.all([
      orders.getWebhook(request.caller),
      orders.listWebhookDeliveries(request.caller, {
        limit: PAGE_SIZE,
        ...(before !== undefined && { beforeDeliveryId: before }),
      }),
    ]);
    const changed = ownEntry(CHANGED, request.query.get('changed') ?? '');
    return page(
      'Webhook',
      <>
        <PageHead
          title="Webhook"
          lead="We send an event to your URL about five minutes after a label is bought, and when that label is voided."
        />
        <div class="stack">
          {changed && <Notice tone={changed.tone}>{changed.text}</Notice>}
          <WebhookForm path={PATH} url={webhook.url} given={request.form.get('url')} problem={problem} />
          {webhook.signingSecret === undefined ? (
            webhook.url !== undefined && <LostSecretCard path={PATH} />
          ) : (
            <SecretCard
              path={PATH}
              secret={webhook.signingSecret}
              isShown={secret}
              previousUntil={webhook.previousSecretExpiresAt}
              canRotate={webhook.url !== undefined}
            />
          )}
          <DeliveryLog
            path={PATH}
            deliveries={deliveries}
            isNewest={before === undefined}
            hasOlder={deliveries.length === PAGE_SIZE}
            canReplay={webhook.url !== undefined}
          />
        </div>
      </>,
      problem === undefined ? {} : { status: 400 },
    );
  };

  /** Runs an action. If it is refused because of the webhook's state, shows the refusal on the page. */
  const sayingWhyNot = async (
    request: OwnerPageRequest,
    act: (request: OwnerPageRequest) => Promise<Answer>,
  ): Promise<Answer> => {
    try {
      return await act(request);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'failed_precondition') throw error;
      return show(request, { problem: webSentence(error) });
    }
  };

  return [
    ownerPage(PATH, (request) => show(request)),
    ownerForm(PATH, async (request) => {
      try {
        await orders.registerWebhook(request.caller, { url: (request.form.get('url') ?? '').trim() });
        return redirect(`${PATH}?changed=url`);
      } catch (error) {
        if (!(error instanceof DomainError) || error.field !== 'url') throw error;
        return show(request, { problem: webSentence(error) });
      }
    }),
    ownerForm(`${PATH}/secret`, (request) => show(request, { secret: true })),
    ownerPage(`${PATH}/rotate-secret`, async ({ caller }) => {
      const { signingSecret, previousSecretExpiresAt } = await orders.getWebhook(caller);
      if (signingSecret === undefined || !previousSecretExpiresAt) return redirect(PATH);
      return questionPage({
        title: 'Rotate the secret again?',
        consequence:
          'The previous secret stops working immediately, so an endpoint that still uses it refuses our events.',
        button: 'Rotate the secret',
        action: `${PATH}/rotate-secret`,
        hidden: replacing(signingSecret),
        back: PATH,
      });
    }),
    ownerForm(`${PATH}/rotate-secret`, (request) =>
      sayingWhyNot(request, async ({ caller, form }) => {
        const replacesSha256 = form.get('replaces') ?? undefined;
        const { signingSecret = '' } = await orders.getWebhook(caller);
        // If the secret is replaced already, as after a second click, the activity log gets no entry.
        const isReplaced =
          replacesSha256 !== undefined && replacesSha256 !== replacing(signingSecret).replaces;
        const { previousSecretExpiresAt } = await activity.record(
          caller,
          isReplaced ? undefined : ROTATION,
          () => orders.rotateWebhookSecret(caller, { replacesSha256 }),
        );
        return redirect(`${PATH}?changed=${previousSecretExpiresAt ? 'rotated' : 'replaced'}`);
      }),
    ),
    ownerForm(`${PATH}/test`, (request) =>
      sayingWhyNot(request, async ({ caller }) => {
        await quotas.take('webhook_tests', { ...caller, account: caller.accountId });
        const { status } = await orders.testWebhook(caller);
        return redirect(`${PATH}?changed=${status === 'delivered' ? 'test_delivered' : 'test_failed'}`);
      }),
    ),
    ownerPage(`${PATH}/remove`, async ({ caller }) => {
      const { url } = await orders.getWebhook(caller);
      if (url === undefined) return redirect(PATH);
      return questionPage({
        title: 'Remove the webhook?',
        consequence: `No more events are sent to ${url}, and events that are not delivered yet fail.`,
        button: 'Remove webhook',
        action: `${PATH}/remove`,
        back: PATH,
      });
    }),
    ownerForm(`${PATH}/remove`, async ({ caller }) => {
      await orders.deleteWebhook(caller);
      return redirect(`${PATH}?changed=removed`);
    }),
    ownerForm(`${PATH}/replay`, async (request) => {
      const deliveryId = recordId(request.form.get('delivery_id') ?? '');
      if (deliveryId === undefined) return notFoundPage();
      return sayingWhyNot(request, async ({ caller }) => {
        await orders.replayWebhookDelivery(caller, { deliveryId });
        return redirect(`${PATH}?changed=replayed`);
      });
    }),
  ];
};

interface Shown {
  problem?: string;
  secret?: boolean;
}

const ROTATION = { action: 'webhook_secret_rotated', subject: {} } as const;

const good = (text: string) => ({ tone: 'good', text }) as const;

const CHANGED: Readonly<Record<string, { tone: 'good' | 'warn'; text: string }>> = {
  url: good('The webhook was saved. It receives events for labels bought from now on.'),
  removed: good('The webhook was removed. No more events are sent.'),
  replayed: good('The delivery is being sent again.'),
  rotated: good('The signing secret was rotated. Give your endpoint the new secret within 24 hours.'),
  replaced: good('The signing secret was rotated. Give your endpoint the new secret now.'),
  test_delivered: good('Your endpoint accepted the test event.'),
  test_failed: {
    tone: 'warn',
    text: 'Your endpoint did not accept the test event. The first row of the delivery log shows the reason.',
  },
};
