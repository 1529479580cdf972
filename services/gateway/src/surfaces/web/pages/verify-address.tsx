import { DomainError } from '@parcelyard/service-kit/domain-error';
import { mailVerificationLink } from '../../../operations/sign-up';
import { type Page, page, redirect } from '../routing/answer';
import { ownerForm, publicForm, publicPage, type Route } from '../routing/route';
import { PageHead } from '../view/blocks';
import { Button, PostForm } from '../view/forms';
import type { WebDependencies } from '../web-dependencies';
import { webSentence } from '../wording';
import { errorPage } from './error-page';

/**
 * The page of a mailed link that verifies an owner's address. Only its button verifies, because mail scanners open
 * links. Whoever has the link may press it, without a sign-in.
 */
export const verifyAddressRoutes = ({ clients }: WebDependencies): Route[] => [
  publicPage('/verify/:token', ({ path }) => questionPage(path)),
  publicForm('/verify/:token', async ({ params, requestId, owner }) => {
    try {
      await clients.auth.verifyAddress({ requestId }, { token: params.token ?? '' });
      return donePage(owner !== undefined);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'not_found') throw error;
      return deadLinkPage(webSentence(error));
    }
  }),
  ownerForm('/settings/account/verification', async ({ caller, owner }) => {
    if (owner.addressVerified) return redirect('/settings/account');
    const { quotas } = clients;
    await quotas.take('verification_mails', { ...caller, account: caller.accountId });
    await mailVerificationLink(clients, caller, owner);
    return redirect('/settings/account?changed=verification');
  }),
];

const questionPage = (path: string): Page =>
  page(
    'Confirm your e-mail address',
    <>
      <PageHead
        title="Confirm your e-mail address"
        lead="After that, your account can send tracking e-mails, single e-mails and campaigns to your customers."
      />
      <PostForm action={path}>
        <Button>Confirm address</Button>
      </PostForm>
    </>,
    { narrow: true, alone: true, headers: { 'x-robots-tag': 'noindex' } },
  );

const donePage = (signedIn: boolean): Page =>
  page(
    'Your address is confirmed',
    <>
      <PageHead title="Your address is confirmed" lead="Your account may now e-mail your customers." />
      <p>{signedIn ? <a href="/orders">Go to your orders</a> : <a href="/signin">Sign in</a>}</p>
    </>,
    { narrow: true, alone: true },
  );

const deadLinkPage = (sentence: string): Page =>
  errorPage(
    404,
    'This link is not valid',
    `${sentence} If your address is not confirmed yet, sign in and send the e-mail again under Account.`,
  );
