import type { Approval } from '@parcelyard/contracts/billing';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { undefinedFor } from '@parcelyard/service-kit/undefined-for';
import type { ComponentChildren } from 'preact';
import { type Page, page, redirect } from '../../routing/answer';
import type { OwnerPageRequest } from '../../routing/page-request';
import { ownerForm, ownerPage, type Route } from '../../routing/route';
import { Moment } from '../../view/moment';
import type { WebDependencies } from '../../web-dependencies';
import { errorPage } from '../error-page';
import { DecidedView } from './decided-view';
import { PendingView } from './pending-view';
import { readPurchase, settledByOrder } from './read-purchase';

const PATH = '/approve/:approvalId';

/**
 * The page of a purchase that waits for the owner's approval. Approving needs this page's form and a session of the
 * owner. A token is not enough, so that an assistant cannot answer for the owner.
 * @see [MCP-W6]
 */
export const approveRoutes = ({ clients }: WebDependencies): Route[] => {
  const { billing, activity } = clients;

  const show = async (
    request: OwnerPageRequest,
    approval: Approval,
    { problem, status }: { problem?: ComponentChildren; status?: number } = {},
  ): Promise<Page> => {
    const { path, caller, owner } = request;
    const purchase = await readPurchase(clients, caller, approval);
    const account = owner.company || owner.name;
    const isOpen = approval.status === 'pending' && !settledByOrder(purchase);
    return page(
      isOpen ? 'Allow this purchase?' : 'Purchase',
      isOpen ? (
        <PendingView
          approval={approval}
          purchase={purchase}
          account={account}
          problem={problem}
          action={path}
        />
      ) : (
        <DecidedView approval={approval} purchase={purchase} account={account} problem={problem} />
      ),
      { narrow: true, alone: true, ...(status && { status }) },
    );
  };

  /** Returns undefined also for an approval of another account. */
  const find = ({ caller, params }: OwnerPageRequest): Promise<Approval | undefined> =>
    billing
      .getApproval(caller, { approvalId: params.approvalId ?? '' })
      .catch(undefinedFor('not_found', 'invalid_argument'));

  const decide = async (request: OwnerPageRequest, approval: Approval, allow: boolean): Promise<void> => {
    const { approvalId, totalCents: amountCents, orderIds } = approval;
    const [orderId] = orderIds;
    const about = approval.batch ? { count: orderIds.length } : { orderId };
    const beginning = {
      action: allow ? 'approval_allowed' : 'approval_denied',
      subject: { approvalId, amountCents, ...about },
    };
    // A repeated answer, as after a second click, changes nothing, so the activity log gets no entry.
    const isRepeated = approval.status === (allow ? 'allowed' : 'denied');
    await activity.record(request.caller, isRepeated ? undefined : beginning, () =>
      billing.decideApproval(request.caller, { approvalId, allow }),
    );
  };

  return [
    ownerPage(PATH, async (request) => {
      const approval = await find(request);
      return approval ? show(request, approval) : absentPage();
    }),
    ownerForm(PATH, async (request) => {
      const approval = await find(request);
      if (!approval) return absentPage();
      const decision = request.form.get('decision');
      if (decision !== 'allow' && decision !== 'deny') {
        return show(request, approval, { problem: NEITHER, status: 400 });
      }
      const purchase = await readPurchase(clients, request.caller, approval);
      if (approval.status === 'pending' && settledByOrder(purchase)) {
        return show(request, approval, { problem: NOT_COUNTED, status: 409 });
      }
      try {
        await decide(request, approval, decision === 'allow');
      } catch (error) {
        // The purchase was decided in another window, or its hour is over. The page says which.
        if (!(error instanceof DomainError) || error.code !== 'failed_precondition') throw error;
        const decided = (await find(request)) ?? approval;
        return show(request, decided, { problem: tooLate(decided), status: 409 });
      }
      return redirect(request.path);
    }),
  ];
};

const NEITHER = 'Press Allow or Deny. Nothing was decided.';

const NOT_COUNTED = 'Your answer had no effect.';

/** Returns the message for a decision that came too late. */
function tooLate({ status, decidedAt }: Approval): ComponentChildren {
  const word = DECIDED[status];
  if (!word) return NOT_COUNTED;
  return (
    <>
      You already {word} this purchase
      {decidedAt && (
        <>
          {' '}
          at <Moment at={decidedAt} />
        </>
      )}
      . {NOT_COUNTED}
    </>
  );
}

const DECIDED: Readonly<Record<string, string>> = { allowed: 'allowed', used: 'allowed', denied: 'denied' };

const absentPage = (): Page =>
  errorPage(
    404,
    'No such purchase',
    'No purchase of your account is waiting at this address. Check the address, or sign in to the account that the request was sent to.',
  );
