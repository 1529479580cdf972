import { DomainError } from '@parcelyard/service-kit/domain-error';
import { Notice } from '../../view/notice';
import { PageHead } from '../../view/page-head';
import { type Page, page, redirect } from '../../visits/answer';
import { memberForm, memberPage, type Route } from '../../visits/route';
import type { MemberVisit } from '../../visits/visit';
import type { WebDependencies } from '../../web-dependencies';
import { webSentence } from '../../wording';
import { notFoundPage } from '../error-page';
import { DeliveryLog } from './delivery-log';
import { SecretCard } from './secret-card';
import { WebhookForm } from './webhook-form';

const PATH = '/settings/webhook';
const PAGE_SIZE = 50;
const ID = /^[1-9]\d{0,14}$/;

/** Where events of orders are sent, the secret that signs them, and what became of each. */
export const webhookRoutes = ({ clients: { orders } }: WebDependencies): Route[] => {
  const show = async (visit: MemberVisit, { problem, secret = false }: Shown = {}): Promise<Page> => {
    const before = visit.query.get('before') ?? '';
    const [webhook, { deliveries }] = await Promise.all([
      orders.getWebhook(visit.caller),
      orders.listWebhookDeliveries(visit.caller, {
        limit: PAGE_SIZE,
        ...(ID.test(before) && { beforeDeliveryId: Number(before) }),
      }),
    ]);
    const csrf = visit.csrf();
    const changed = CHANGED[visit.query.get('changed') ?? ''];
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
            given={visit.form.get('url')}
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
    memberPage(PATH, (visit) => show(visit)),
    memberForm(PATH, async (visit) => {
      try {
        await orders.registerWebhook(visit.caller, { url: (visit.form.get('url') ?? '').trim() });
        return redirect(`${PATH}?changed=url`);
      } catch (error) {
        if (!(error instanceof DomainError) || error.field !== 'url') throw error;
        return show(visit, { problem: webSentence(error) });
      }
    }),
    memberForm(`${PATH}/secret`, (visit) => show(visit, { secret: true })),
    memberForm(`${PATH}/remove`, async ({ caller }) => {
      await orders.deleteWebhook(caller);
      return redirect(`${PATH}?changed=removed`);
    }),
    memberForm(`${PATH}/replay`, async (visit) => {
      const deliveryId = visit.form.get('delivery_id') ?? '';
      if (!ID.test(deliveryId)) return notFoundPage();
      try {
        await orders.replayWebhookDelivery(visit.caller, { deliveryId: Number(deliveryId) });
        return redirect(`${PATH}?changed=replayed`);
      } catch (error) {
        if (!(error instanceof DomainError) || error.code !== 'failed_precondition') throw error;
        return show(visit, { problem: webSentence(error) });
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
