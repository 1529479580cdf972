import { undefinedFor } from '@parcelyard/service-kit/undefined-for';
import type { ActivityLog } from '../../../clients/activity-log';
import type { AuthClient } from '../../../clients/gateway-clients';
import { errorPage } from '../../web/pages/error-page';
import { type Answer, type Page, redirect } from '../../web/routing/answer';
import type { OwnerPageRequest, PageRequest } from '../../web/routing/page-request';
import { signInFor } from '../../web/routing/return-to';
import { ownerForm, publicPage, type Route } from '../../web/routing/route';
import type { Asker } from '../client/metadata-documents';
import { UnknownClient } from '../client/oauth-client';
import type { OAuthClients } from '../client/oauth-clients';
import { OAuthError } from '../oauth-error';
import { consentPage } from './consent-page';
import {
  type AuthorizationRequest,
  type ReturnAddress,
  readAuthorizationRequest,
} from './read-authorization-request';

interface Dependencies {
  readonly baseUrl: string;
  readonly serviceName: string;
  readonly clients: OAuthClients;
  readonly auth: AuthClient;
  readonly activity: ActivityLog;
}

const PATH = '/oauth/authorize';
const DENIED = new OAuthError('access_denied', 'The owner of the account did not allow the connection.');

/**
 * `GET /oauth/authorize` shows a form, and the owner's answer is accepted only from this form. The form contains a
 * handle that works once and only for the account that saw the page. Auth stores the app's request, and the request is
 * checked again when the answer comes. The form's address also contains the app's request as its query. This query is
 * used only to show the page again when the owner had to sign in first.
 */
export function authorizeRoutes({ baseUrl, serviceName, clients, auth, activity }: Dependencies): Route[] {
  /** Runs `proceed` if the request is valid. Otherwise reports the problem to the app or the user. */
  const withRequest = async (
    query: URLSearchParams,
    asker: Asker,
    proceed: (request: AuthorizationRequest) => Promise<Answer>,
  ): Promise<Answer> => {
    try {
      const read = await readAuthorizationRequest(query, clients, `${baseUrl}/mcp`, asker);
      if ('request' in read) return await proceed(read.request);
      return redirect(returnToApp(read.returnAddress, baseUrl, read.refused));
    } catch (error) {
      if (!(error instanceof UnknownClient)) throw error;
      return errorPage(400, 'This app cannot be connected', error.message);
    }
  };

  const ask = (page: PageRequest) => {
    const { owner, requestId, ip } = page;
    const [clientId, ...others] = page.query.getAll('client_id');
    // A metadata document on another host is fetched only for signed-in visitors. Other visitors must sign in first,
    // and see errors in the request only after that.
    if (!owner && clientId !== undefined && others.length === 0 && clients.mustBeFetched(clientId))
      return redirect(signInFor(page.path, `?${page.query}`));
    return withRequest(page.query, { requestId, ip, account: owner?.accountId ?? '' }, async (request) => {
      if (!owner) return redirect(signInFor(page.path, `?${page.query}`));
      const caller = { accountId: owner.accountId, requestId };
      const authorizationRequest = page.query.toString();
      const { handle } = await auth.keepConsent(caller, { authorizationRequest });
      const address = `${PATH}?${authorizationRequest}`;
      return consentPage({ request, owner, handle, address, serviceName });
    });
  };

  const answer = async ({ form, caller, ip }: OwnerPageRequest) => {
    const decision = form.get('decision');
    if (decision !== 'allow' && decision !== 'deny')
      return startAgainPage('The answer was neither allow nor deny.');
    const handle = form.get('request') ?? '';
    const kept = await auth.takeConsent(caller, { handle }).catch(undefinedFor('not_found'));
    if (kept === undefined)
      return startAgainPage('The request was already answered, or it was open for more than ten minutes.');
    const asker = { requestId: caller.requestId, ip, account: caller.accountId };
    return withRequest(new URLSearchParams(kept.authorizationRequest), asker, async (request) => {
      if (decision === 'deny') return redirect(returnToApp(request, baseUrl, DENIED));
      const { client, redirectUri, codeChallenge } = request;
      const approved = { clientId: client.clientId, clientName: client.name, clientHost: client.host };
      const beginning = { action: 'app_connected', subject: { appName: client.name } };
      const { code } = await activity.record(caller, beginning, () =>
        auth.issueCode(caller, { ...approved, redirectUri, codeChallenge }),
      );
      return redirect(returnToApp(request, baseUrl, { code }));
    });
  };

  return [publicPage(PATH, ask), ownerForm(PATH, answer)];
}

const startAgainPage = (why: string): Page =>
  errorPage(
    400,
    'This request is no longer valid',
    `${why} Nothing was changed. Go back to the app and connect again.`,
  );

/**
 * Returns the app's redirect URI with a code or an error added. The URI's own query stays, `state` is returned
 * unchanged, and `iss` names this server (RFC 9207).
 */
function returnToApp(
  { redirectUri, state }: ReturnAddress,
  issuer: string,
  answer: { readonly code: string } | OAuthError,
): string {
  const parameters = new URLSearchParams(
    answer instanceof OAuthError
      ? { error: answer.code, error_description: answer.description }
      : { code: answer.code },
  );
  if (state !== undefined) parameters.set('state', state);
  parameters.set('iss', issuer);
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${parameters}`;
}
