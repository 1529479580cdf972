import type { KindLimits } from '@parcelyard/contracts/billing';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { type Page, page, redirect } from '../../routing/answer';
import type { OwnerPageRequest } from '../../routing/page-request';
import { ownerForm, ownerPage, type Route } from '../../routing/route';
import { Card, Notice, PageHead } from '../../view/blocks';
import { Button, PostForm } from '../../view/forms';
import type { WebDependencies } from '../../web-dependencies';
import { KindCard } from './kind-card';
import { areSame, type LimitProblems, readLimitsForm, readSeen, writeSeen } from './read-limits-form';

const PATH = '/settings/limits';
const CHANGE = { action: 'limits_changed', subject: {} };

/** The page for spending limits of assistants. @see [MCP-W5] */
export const limitsRoutes = ({ clients: { billing, activity } }: WebDependencies): Route[] => {
  const show = async (request: OwnerPageRequest, problems: LimitProblems = {}): Promise<Page> => {
    const limits = await billing.getSpendingLimits(request.caller);
    const { token = NO_LIMITS, app = NO_LIMITS } = limits;
    const wrong = Object.keys(problems).length;
    const isRefused = wrong > 0;
    const given = isRefused ? request.form : undefined;
    return page(
      'Limits',
      <>
        <PageHead
          title="Limits"
          lead="How much assistants, apps and programs may spend. Only you can change these limits, and only on this page."
        />
        <div class="stack">
          {request.query.get('saved') !== null && (
            <Notice tone="good">The limits were saved. They apply to the next purchase.</Notice>
          )}
          {request.query.get('unchanged') !== null && (
            <Notice tone="info">These limits are saved already.</Notice>
          )}
          {isRefused && (
            <Notice tone="bad">
              Nothing was saved. Correct the {wrong === 1 ? 'amount' : `${wrong} amounts`} marked below.
            </Notice>
          )}
          <PostForm action={PATH} hidden={{ seen: given?.get('seen') ?? writeSeen(limits) }} class="stack">
            <div class="columns">
              <KindCard
                kind="token"
                title="API key"
                lead="Assistants that were set up with your API key, and programs that use the REST API."
                limits={token}
                given={given}
                problems={problems}
              />
              <KindCard
                kind="apps"
                title="Connected apps"
                lead={<>Connected apps cannot buy labels yet. These limits apply when they can.</>}
                limits={app}
                given={given}
                problems={problems}
              />
            </div>
            <div>
              <Button>Save limits</Button>
            </div>
          </PostForm>
          <LimitEffects />
        </div>
      </>,
      isRefused ? { status: 400 } : {},
    );
  };
  return [
    ownerPage(PATH, (request) => show(request)),
    ownerForm(PATH, async (request) => {
      const read = readLimitsForm(request.form);
      if ('problems' in read) return show(request, read.problems);
      const { limits } = read;
      const present = await billing.getSpendingLimits(request.caller);
      // Saving without a change writes nothing to the activity log.
      if (areSame(present, limits)) return redirect(`${PATH}?unchanged=1`);
      const replaces = readSeen(request.form.get('seen') ?? '');
      if (!areSame(present, replaces)) throw new DomainError('conflict', 'limits_changed_meanwhile', {});
      const change = { ...limits, replaces };
      await activity.record(request.caller, CHANGE, () => billing.setSpendingLimits(request.caller, change));
      return redirect(`${PATH}?saved=1`);
    }),
  ];
};

const NO_LIMITS: KindLimits = { spentTodayCents: 0 };

const LimitEffects = () => (
  <Card title="What happens at a limit">
    <ul>
      <li>
        A label that would exceed a limit is not bought, and nothing is charged. The assistant sees which
        limit it was and how much is left today.
      </li>
      <li>A batch counts as a whole. If it exceeds a limit, none of it is bought.</li>
      <li>
        A purchase above the amount in <em>Ask me above</em> waits until you allow it. The assistant gives you
        a link to a page here. Sign in, check the order and the amount, and allow or deny it. Your approval is
        valid for an hour and for that purchase only.
      </li>
      <li>
        Today’s spending is what labels cost since midnight in your shop’s{' '}
        <a href="/settings/shipping">time zone</a>. Voiding a label refunds your balance, but does not lower
        today’s spending. Changing the time zone does not reset it.
      </li>
      <li>
        Every purchase and every refusal is listed under <a href="/settings/activity">Activity</a>.
      </li>
    </ul>
  </Card>
);
