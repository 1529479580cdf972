import type { Approval } from '@parcelyard/contracts/billing';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { type Page, page, redirect } from '../../routing/answer';
import type { MemberPageRequest } from '../../routing/page-request';
import { memberForm, memberPage, type Route } from '../../routing/route';
import type { WebDependencies } from '../../web-dependencies';
import { errorPage } from '../error-page';
import { DecidedView } from './decided-view';
import { PendingView } from './pending-view';
import { readPurchase } from './read-purchase';

const PATH = '/approve/:approvalId';

/**
 * A purchase that waits for the owner's own yes. Only a form of this page gives it, in a session of the owner: no token
 * opens the page, and nothing that a client answers stands for it.
 * @see decisions, "Spending limits and activity"
 */
export const approveRoutes = ({ clients }: WebDependencies): Route[] => {
  const { billing, activity } = clients;

  const show = async (request: MemberPageRequest, approval: Approval, problem?: string): Promise<Page> => {
    const { path, caller } = request;
    const purchase = await readPurchase(clients, caller, approval);
    const isPending = approval.status === 'pending';
    return page(
      isPending ? 'Allow this purchase?' : 'Purchase',
      isPending ? (
        <PendingView {...{ approval, purchase, problem, action: path, csrf: request.csrf() }} />
      ) : (
        <DecidedView {...{ approval, purchase }} />
      ),
      { narrow: true, alone: true, ...(problem !== undefined && { status: 400 }) },
    );
  };

  /** Absent and foreign ones are answered alike. */
  const find = async ({ caller, params }: MemberPageRequest): Promise<Approval | undefined> => {
    try {
      return await billing.getApproval(caller, { approvalId: params.approvalId ?? '' });
    } catch (error) {
      if (error instanceof DomainError && ABSENT.has(error.code)) return undefined;
      throw error;
    }
  };

  const decide = async (request: MemberPageRequest, approval: Approval, allow: boolean): Promise<void> => {
    const { approvalId, totalCents: amountCents, orderIds } = approval;
    const [orderId] = orderIds;
    const about = approval.batch ? { count: orderIds.length } : { orderId };
    const beginning = {
      action: allow ? 'approval_allowed' : 'approval_denied',
      subject: { approvalId, amountCents, ...about },
    };
    await activity.record(request.caller, beginning, () =>
      billing.decideApproval(request.caller, { approvalId, allow }),
    );
  };

  return [
    memberPage(PATH, async (request) => {
      const approval = await find(request);
      return approval ? show(request, approval) : absentPage();
    }),
    memberForm(PATH, async (request) => {
      const approval = await find(request);
      if (!approval) return absentPage();
      const decision = request.form.get('decision');
      if (decision !== 'allow' && decision !== 'deny') return show(request, approval, NEITHER);
      try {
        await decide(request, approval, decision === 'allow');
      } catch (error) {
        // It was decided in another window, or its hour ended meanwhile: the page says which.
        if (!(error instanceof DomainError) || error.code !== 'failed_precondition') throw error;
      }
      return redirect(request.path);
    }),
  ];
};

const ABSENT: ReadonlySet<string> = new Set(['not_found', 'invalid_argument']);

const NEITHER = 'decision must be allow or deny. Nothing was decided.';

const absentPage = (): Page =>
  errorPage(
    404,
    'No such purchase',
    'No purchase of your account waits at this address. Look at the address once more, or sign in to the account that was asked.',
  );
