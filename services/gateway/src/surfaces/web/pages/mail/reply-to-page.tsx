import type { ReplyTo } from '@parcelyard/contracts/customers';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { type Page, page } from '../../routing/answer';
import { publicForm, publicPage, type Route } from '../../routing/route';
import { PageHead } from '../../view/blocks';
import { Button, PostForm } from '../../view/forms';
import type { WebDependencies } from '../../web-dependencies';
import { errorPage } from '../error-page';

const PATH = '/reply-to/:token';

/**
 * The page of a mailed link that confirms an address for customers' answers. Only its button confirms, because mail
 * scanners open links. Whoever has the link may press it, without a sign-in.
 */
export const replyToRoutes = ({ clients: { customers } }: WebDependencies): Route[] => [
  publicPage(PATH, async ({ path, params, requestId }) =>
    orErrorPage(async () => {
      const asked = await customers.getReplyTo({ requestId }, { token: params.token ?? '' });
      return asked.confirmed ? donePage(asked) : questionPage(asked, path);
    }),
  ),
  publicForm(PATH, async ({ params, requestId }) =>
    orErrorPage(async () =>
      donePage(await customers.confirmReplyTo({ requestId }, { token: params.token ?? '' })),
    ),
  ),
];

async function orErrorPage(answer: () => Promise<Page>): Promise<Page> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'not_found') throw error;
    return errorPage(
      404,
      'This link is not valid',
      'It is too old, or another reply address was entered after it. Save the address again under Mail to customers to get a new link.',
    );
  }
}

const FRAME = { narrow: true, alone: true, headers: { 'x-robots-tag': 'noindex' } } as const;

const questionPage = ({ address, ownerEmail }: ReplyTo, path: string): Page =>
  page(
    "Customers' answers",
    <>
      <PageHead
        title="Do you want these replies?"
        lead={`The account of ${ownerEmail} wants to send its customers' replies to ${address}.`}
      />
      <PostForm action={path}>
        <Button>Confirm address</Button>
      </PostForm>
    </>,
    FRAME,
  );

const donePage = ({ address, ownerEmail }: ReplyTo): Page =>
  page(
    'The address is confirmed',
    <PageHead
      title="The address is confirmed"
      lead={`Customers' replies to e-mail of ${ownerEmail} now go to ${address}.`}
    />,
    FRAME,
  );
