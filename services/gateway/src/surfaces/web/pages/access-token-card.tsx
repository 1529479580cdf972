import type { AccessToken, AccessTokenDescription } from '@parcelyard/contracts/auth';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Caller } from '../../../clients/caller';
import type { GatewayClients } from '../../../clients/gateway-clients';
import { redirect } from '../routing/answer';
import type { OwnerPageRequest } from '../routing/page-request';
import { ownerPage, type Route } from '../routing/route';
import { Badge, Card, Facts, Notice, Snippet } from '../view/blocks';
import { Button, ButtonLink, PostForm } from '../view/forms';
import { Day, Moment } from '../view/moment';
import { webSentence } from '../wording';
import { questionPage } from './question-page';

/** The card's state, after a button was pressed or the page was opened. */
export interface CardState {
  readonly known: AccessTokenDescription;
  /** The token, only after a button was pressed. */
  readonly shown?: AccessToken;
  /** Set after the owner generated a key. */
  readonly generated?: 'first' | 'next' | undefined;
  readonly problem?: string;
}

const REPLACEMENT = { action: 'token_replaced', subject: {} };

/** Returns the card's state for a request. Both buttons post to the card's page, and `action` says which one. */
export async function pressAccessTokenCard(
  { auth, activity }: Pick<GatewayClients, 'auth' | 'activity'>,
  request: OwnerPageRequest,
): Promise<CardState> {
  const { caller, form } = request;
  const action = form.get('action');
  try {
    if (action === 'generate') {
      const { issuedAt, expiresAt } = await auth.describeAccessToken(caller);
      const replaces = form.get('issued_at') ?? '';
      // If the key is replaced already, as after a second click, the activity log gets no entry.
      const isReplaced = replaces !== '' && replaces !== (issuedAt?.toISOString() ?? NO_KEY);
      const shown = await activity.record(caller, isReplaced ? undefined : REPLACEMENT, () =>
        generate(auth, caller, replaces),
      );
      return {
        known: await auth.describeAccessToken(caller),
        shown,
        generated: expiresAt ? 'next' : 'first',
      };
    }
    const shown = action === 'show' ? await auth.showAccessToken(caller) : undefined;
    return { known: await auth.describeAccessToken(caller), ...(shown && { shown }) };
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'failed_precondition') throw error;
    return { known: await auth.describeAccessToken(caller), problem: webSentence(error) };
  }
}

/**
 * Returns the page that asks before a valid key is replaced.
 * @param path path of the page that contains the card
 */
export const replaceKeyQuestion = ({ auth }: Pick<GatewayClients, 'auth'>, path: string): Route =>
  ownerPage(`${path}/generate`, async ({ caller }) => {
    const { issuedAt, expiresAt } = await auth.describeAccessToken(caller);
    if (!issuedAt || !expiresAt) return redirect(path);
    return questionPage({
      title: 'Generate a new API key?',
      consequence:
        'The current key stops working immediately, so every program and assistant that uses it needs the new key.',
      button: 'Generate API key',
      action: path,
      hidden: { action: 'generate', issued_at: issuedAt.toISOString() },
      back: path,
    });
  });

/** Stands for the time of a key when the account has no valid key. */
const NO_KEY = 'none';

/**
 * Replaces the key that the page was about. If the form was sent before, returns the key that was created then.
 * @param issuedAt when the key of the page was issued; any key is replaced when it is empty
 */
function generate(auth: GatewayClients['auth'], caller: Caller, issuedAt: string): Promise<AccessToken> {
  if (issuedAt === NO_KEY) return auth.showAccessToken(caller);
  const isKnown = !Number.isNaN(Date.parse(issuedAt));
  return auth.replaceAccessToken(caller, isKnown ? { replacesIssuedAt: new Date(issuedAt) } : {});
}

interface Props {
  state: CardState;
  /** Path of the page that contains the card. */
  path: string;
}

const badgeOf = ({ expiresAt, expiredAt }: AccessTokenDescription) => {
  if (expiresAt) return <Badge tone="good">Active</Badge>;
  return expiredAt ? <Badge tone="warn">Expired</Badge> : <Badge>None yet</Badge>;
};

/** The account's access token: when it expires, its text if the owner asks for it, and a button to replace it. */
export const AccessTokenCard = ({ state: { known, shown, generated, problem }, path }: Props) => (
  <Card
    title="API key"
    lead="One key for the MCP endpoint and the REST API. Treat it like a password."
    aside={badgeOf(known)}
  >
    {problem && <Notice tone="warn">{problem}</Notice>}
    {known.expiredAt && (
      <Notice tone="warn">
        The key expired on <Moment at={known.expiredAt} />. Press Show API key to create a new key.
      </Notice>
    )}
    {generated && shown && (
      <Notice tone="good">
        {generated === 'first'
          ? 'This is your key.'
          : 'This is your new key. The previous key no longer works.'}
      </Notice>
    )}
    {shown && <Snippet label="API key">{shown.token}</Snippet>}
    {known.expiresAt && (
      <Facts
        rows={[
          ['Valid until', <Day at={known.expiresAt} />],
          ['Last used', known.lastUsedAt ? <Moment at={known.lastUsedAt} /> : 'Not yet'],
        ]}
      />
    )}
    <div class="row">
      <PostForm action={path} hidden={{ action: 'show' }}>
        <Button>Show API key</Button>
      </PostForm>
      {known.expiresAt ? (
        <ButtonLink href={`${path}/generate`} look="quiet">
          Generate API key
        </ButtonLink>
      ) : (
        <PostForm action={path} hidden={{ action: 'generate', issued_at: NO_KEY }}>
          <Button look="quiet">Generate API key</Button>
        </PostForm>
      )}
    </div>
    <p class="small muted">
      {known.expiresAt
        ? 'Generate API key creates a new key. The current key then stops working for MCP and REST.'
        : 'You have no valid key. Both buttons create one.'}
    </p>
  </Card>
);
