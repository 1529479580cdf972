import { ReturnStep } from '@parcelyard/contracts/orders';
import type { BuyLabelPreview } from '@parcelyard/contracts/shipping';
import { toDollars } from '@parcelyard/money/dollars';
import { DomainError, type ErrorCode } from '@parcelyard/service-kit/domain-error';
import type { ActionName } from '../../../../operations/activity-actions';
import { buyReturnLabel } from '../../../../operations/buy-rated-label';
import { withdrawReturn } from '../../../../operations/withdraw-return';
import { type Answer, page, redirect } from '../../routing/answer';
import type { OwnerPageRequest } from '../../routing/page-request';
import { recordId } from '../../routing/record-id';
import { ownerForm, ownerPage, type Route } from '../../routing/route';
import { Card, Crumb, Facts, Notice, PageHead } from '../../view/blocks';
import { formatMoney } from '../../view/format';
import { Button, PostForm } from '../../view/forms';
import type { WebDependencies } from '../../web-dependencies';
import { webFailure, webSentence } from '../../wording';
import { asRefused, notFoundPage } from '../error-page';
import { questionPage } from '../question-page';
import type { ReturnChange } from './return-card';

const PATH = '/orders/:orderId/return';

const STEPS: Readonly<Record<Exclude<ReturnChange, 'withdraw'>, readonly [ActionName, ReturnStep]>> = {
  request: ['request_return', ReturnStep.REQUEST],
  receive: ['receive_return', ReturnStep.RECEIVE],
  complete: ['complete_return', ReturnStep.COMPLETE],
};

/** The steps of a return, and the purchase of its label up to the price that was shown. @see ADR 130 */
export const returnRoutes = ({ clients }: WebDependencies): Route[] => {
  const ofOrder =
    (act: (request: OwnerPageRequest, orderId: number) => Promise<Answer>) =>
    async (request: OwnerPageRequest): Promise<Answer> => {
      const orderId = recordId(request.params.orderId);
      if (orderId === undefined) return notFoundPage();
      try {
        return await act(request, orderId);
      } catch (error) {
        if (!(error instanceof DomainError) || !SHOWN_CODES.has(error.code)) throw error;
        return refusedPage(orderId, error);
      }
    };

  const take = async ({ caller, form }: OwnerPageRequest, orderId: number): Promise<void> => {
    const change = form.get('deed') ?? '';
    if (change === 'withdraw') {
      const beginning = { action: 'withdraw_return', subject: { orderId } };
      await clients.activity.record(caller, beginning, (touched) =>
        withdrawReturn({ caller, clients, touched }, orderId),
      );
    } else if (Object.hasOwn(STEPS, change)) {
      const [action, step] = STEPS[change as keyof typeof STEPS];
      await clients.activity.record(caller, { action, subject: { orderId } }, () =>
        clients.orders.changeReturn(caller, { orderId, step }),
      );
    }
  };

  return [
    ownerPage(
      PATH,
      ofOrder(async ({ caller }, orderId) => {
        const { outcome } = await clients.shipping.buyReturnLabel(caller, {
          orderId,
          confirm: false,
          approvedByOwner: true,
        });
        if (outcome?.$case !== 'preview') throw new Error('Shipping answered no preview.');
        return outcome.preview.existingLabel
          ? redirect(`/orders/${orderId}`)
          : pricePage(orderId, outcome.preview);
      }),
    ),
    ownerForm(
      PATH,
      ofOrder(async (request, orderId) => {
        await take(request, orderId);
        return redirect(`/orders/${orderId}`);
      }),
    ),
    ownerPage(
      `${PATH}/void`,
      ofOrder(async ({ caller }, orderId) => {
        const { returnLabel } = await clients.orders.getOrder(caller, { orderId });
        if (!returnLabel) return redirect(`/orders/${orderId}`);
        return questionPage({
          title: 'Void the return label?',
          consequence:
            'The customer can no longer send the parcel with this label, and its price is refunded when the carrier has accepted the void.',
          button: 'Void the return label',
          action: `/orders/${orderId}/return`,
          hidden: { deed: 'withdraw' },
          back: `/orders/${orderId}`,
        });
      }),
    ),
    ownerForm(
      `${PATH}/label`,
      ofOrder(async ({ caller, form }, orderId) => {
        const shownCents = Number(form.get('cents'));
        const maxCharge = Number.isSafeInteger(shownCents) ? toDollars(shownCents) : 0;
        const beginning = { action: 'buy_return_label', subject: { orderId } };
        await clients.activity.record(caller, beginning, (touched) =>
          buyReturnLabel(
            { caller, clients, touched },
            { orderId, maxCharge, confirm: true, approvedByOwner: true },
          ),
        );
        return redirect(`/orders/${orderId}`);
      }),
    ),
  ];
};

/** Refusals that the owner can correct, or that end after some time. */
const SHOWN_CODES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  ...(['failed_precondition', 'invalid_argument', 'carrier_refused', 'payment_required'] as const),
  ...(['resource_exhausted', 'permission_denied', 'unavailable', 'unresolved', 'conflict'] as const),
]);

const pricePage = (orderId: number, preview: BuyLabelPreview) => {
  const { totalChargeCents, postageCents, billedByCarrier, feeCents, currentBalanceCents, refusal } = preview;
  return page(
    'Return label',
    <>
      <Crumb href={`/orders/${orderId}`}>Order</Crumb>
      <PageHead title="Return label" lead="From the customer back to your ship-from address." />
      <Card title="Cheapest service">
        <Facts
          rows={[
            ['Postage', formatMoney(postageCents)],
            ...(billedByCarrier ? [['Billed by', 'the carrier, to your own carrier account'] as const] : []),
            ...(feeCents > 0 ? [['Pay-as-you-go fee', formatMoney(feeCents)] as const] : []),
            ['Total', formatMoney(totalChargeCents)],
            ['Balance', formatMoney(currentBalanceCents)],
          ]}
        />
        {refusal ? (
          <Notice tone="warn">{webFailure(refusal)}</Notice>
        ) : (
          <PostForm
            action={`/orders/${orderId}/return/label`}
            hidden={{ cents: String(totalChargeCents) }}
            class="row"
          >
            <Button>Buy for {formatMoney(totalChargeCents)}</Button>
          </PostForm>
        )}
      </Card>
    </>,
  );
};

const refusedPage = (orderId: number, refusal: DomainError) => {
  const shown = page(
    'Return',
    <>
      <Crumb href={`/orders/${orderId}`}>Order</Crumb>
      <PageHead title="Return" />
      <Notice tone="bad">{webSentence(refusal)}</Notice>
    </>,
  );
  return asRefused(shown, refusal);
};
