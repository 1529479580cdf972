import { DomainError } from '@parcelyard/service-kit/domain-error';
import { type Page, page, redirect } from '../../routing/answer';
import type { MemberPageRequest } from '../../routing/page-request';
import { memberForm, memberPage, type Route } from '../../routing/route';
import { Notice, PageHead } from '../../view/blocks';
import type { WebDependencies } from '../../web-dependencies';
import { webSentence } from '../../wording';
import { notFoundPage } from '../error-page';
import { DeliveryLog } from './delivery-log';
import { SecretCard, WebhookForm } from './webhook-form';

const PATH = '/settings/webhook';
const PAGE_SIZE = 50;
const ID = /^[1-9]\d{0,14}$/;

/** Where events of orders are sent, the secret that signs them, and what became of each. */
export const webhookRoutes = ({ clients: { orders } }: WebDependencies): Route[] => {
  const show = async (request: MemberPageRequest, { problem, secret = false }: Shown = {}): Promise<Page> => {
    const before = request.query.get('before') ?? '';
    const [webhook, { deliveries }] = await Promise.all([
      orders.getWebhook(request.caller),
      orders.listWebhookDeliveries(request.caller, {
        limit: PAGE_SIZE,
        ...(ID.test(before) && { beforeDeliveryId: Number(before) }),
      }),
    ]);
    const csrf = request.csrf();
    const changed = CHANGED[request.query.get('changed') ?? ''];
    return page(
      'Webhook',
      <>
        <PageHead
          title="Webhook"
          lead="A label that was bought is told to an address of yours, five minutes after the purchase."
        />
        <div class="stack">
          {changed && <Notice tone="good">{changed}</Notice>}
          <WebhookForm
            path={PATH}
            csrf={csrf}
            url={webhook.url}
            given={request.form.get('url')}
            problem={problem}
          />
          {webhook.signingSecret !== undefined && (
            <SecretCard
              action={`${PATH}/secret`}
              csrf={csrf}
              secret={secret ? webhook.signingSecret : undefined}
            />
          )}
          <DeliveryLog
            path={PATH}
            csrf={csrf}
            deliveries={deliveries}
            hasOlder={deliveries.length === PAGE_SIZE}
            canReplay={webhook.url !== undefined}
          />
        </div>
      </>,
      problem === undefined ? {} : { status: 400 },
    );
  };

  return [
    memberPage(PATH, (request) => show(request)),
    memberForm(PATH, async (request) => {
      try {
        await orders.registerWebhook(request.caller, { url: (request.form.get('url') ?? '').trim() });
        return redirect(`${PATH}?changed=url`);
      } catch (error) {
        if (!(error instanceof DomainError) || error.field !== 'url') throw error;
        return show(request, { problem: webSentence(error) });
      }
    }),
    memberForm(`${PATH}/secret`, (request) => show(request, { secret: true })),
    memberForm(`${PATH}/remove`, async ({ caller }) => {
      await orders.deleteWebhook(caller);
      return redirect(`${PATH}?changed=removed`);
    }),
    memberForm(`${PATH}/replay`, async (request) => {
      const deliveryId = request.form.get('delivery_id') ?? '';
      if (!ID.test(deliveryId)) return notFoundPage();
      try {
        await orders.replayWebhookDelivery(request.caller, { deliveryId: Number(deliveryId) });
        return redirect(`${PATH}?changed=replayed`);
      } catch (error) {
        if (!(error instanceof DomainError) || error.code !== 'failed_precondition') throw error;
        return show(request, { problem: webSentence(error) });
      }
    }),
  ];
};

interface Shown {
  problem?: string;
  secret?: boolean;
}

const CHANGED: Readonly<Record<string, string>> = {
  url: 'The webhook was saved. Labels bought from now on are told to it.',
  removed: 'The webhook was removed. Nothing is sent any more.',
  replayed: 'The delivery is sent once more.',
};
