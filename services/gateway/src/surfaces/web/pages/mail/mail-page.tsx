import { DomainError } from '@parcelyard/service-kit/domain-error';
import { type Page, page, redirect } from '../../routing/answer';
import { ownEntry } from '../../routing/own-entry';
import type { OwnerPageRequest } from '../../routing/page-request';
import { ownerForm, ownerPage, type Route } from '../../routing/route';
import { Notice, PageHead } from '../../view/blocks';
import type { WebDependencies } from '../../web-dependencies';
import { webSentence } from '../../wording';
import { MailReportsCard } from './mail-reports-card';
import { SenderForm } from './sender-form';

const PATH = '/settings/mail';

const CHANGED: Readonly<Record<string, string>> = {
  sender: 'Saved. The next e-mail uses it.',
  asked:
    'Saved. We have sent an e-mail to the new reply address. Open the link in it. Until then, replies go to the previous address.',
  forgiven: 'E-mail is sent to that address again.',
};

/** As the service compares addresses: in any case. */
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** The sender that customers see, the address for their answers, and mail that could not be delivered. */
export const mailRoutes = ({ clients: { customers, quotas } }: WebDependencies): Route[] => {
  const show = async (request: OwnerPageRequest, problems: Readonly<Record<string, string>> = {}) => {
    const { caller, owner, query, form } = request;
    const [settings, { reports }] = await Promise.all([
      customers.getMailSettings(caller, {}),
      customers.listMailReports(caller),
    ]);
    const isRefused = Object.keys(problems).length > 0;
    const changed = ownEntry(CHANGED, query.get('changed') ?? '');
    return page(
      'Mail to customers',
      <>
        <PageHead
          title="Mail to customers"
          lead="The sender that your customers see, where their replies go, and which e-mail bounced."
        />
        <div class="stack">
          {changed && <Notice tone="good">{changed}</Notice>}
          <SenderForm
            action={PATH}
            problems={problems}
            owner={owner}
            senderName={isRefused ? (form.get('sender_name') ?? '') : settings.senderName}
            replyTo={isRefused ? (form.get('reply_to') ?? '') : settings.replyToAsked || settings.replyTo}
            asked={settings.replyToAsked}
          />
          <MailReportsCard action={`${PATH}/forgive`} reports={reports} />
        </div>
      </>,
      isRefused ? { status: 400 } : {},
    );
  };
  return [
    ownerPage(PATH, (request): Promise<Page> => show(request)),
    ownerForm(PATH, async (request) => {
      const { caller, form, owner } = request;
      const senderName = form.get('sender_name') ?? '';
      const replyTo = (form.get('reply_to') ?? '').trim();
      const settings = await customers.getMailSettings(caller, {});
      // An unchanged address gets no mail. An address that is not confirmed yet gets its mail again.
      const asks = ![settings.replyTo, owner.email, ''].some((used) => isSame(replyTo, used));
      if (asks) await quotas.take('verification_mails', { ...caller, account: caller.accountId });
      try {
        await customers.updateMailSettings(caller, { senderName, replyTo });
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        if (error.code === 'failed_precondition') return show(request, { reply_to: webSentence(error) });
        if (error.code !== 'invalid_argument' || error.field === undefined) throw error;
        return show(request, { [error.field]: webSentence(error) });
      }
      return redirect(`${PATH}?changed=${asks ? 'asked' : 'sender'}`);
    }),
    ownerForm(`${PATH}/forgive`, async ({ caller, form }) => {
      await customers.forgiveBounce(caller, { address: form.get('address') ?? '' });
      return redirect(`${PATH}?changed=forgiven`);
    }),
  ];
};
