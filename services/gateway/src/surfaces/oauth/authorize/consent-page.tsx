import type { Owner } from '../../../clients/owner';
import { type Page, page } from '../../web/routing/answer';
import { Card, Facts, PageHead } from '../../web/view/blocks';
import { Button, PostForm } from '../../web/view/forms';
import type { AuthorizationRequest } from './read-authorization-request';

interface Props {
  readonly request: AuthorizationRequest;
  readonly owner: Owner;
  /** What the form sends instead of the whole request. It can be used once. */
  readonly handle: string;
  /** The page's own address with its query. If the form is not accepted, the owner returns to it. */
  readonly address: string;
  readonly serviceName: string;
}

/** Returns the page that asks the account's owner whether an app may act on the account. */
export function consentPage({ request, owner, handle, address, serviceName }: Props): Page {
  const { client, redirectUri } = request;
  return page(
    `Connect ${client.name}`,
    <>
      <PageHead
        title={`Connect ${client.name} to your account?`}
        lead={`${client.name} asks to act on your ${serviceName} account.`}
      />
      <div class="stack">
        <Card title="Requested by">
          <Facts
            rows={[
              ['App', client.name],
              ['Provided by', client.host],
              ['Returns to', returnsTo(redirectUri)],
              ['Your account', <AccountName owner={owner} />],
            ]}
          />
        </Card>
        <Card title="What the connection can do">
          <ul>
            <li>See your orders, customers, products, labels, tracking, reports and balance</li>
            <li>Create, change and cancel orders, and void labels that have not been used</li>
            <li>Compare rates, register carrier accounts, and schedule or cancel pickups</li>
            <li>Send e-mail to your customers, and move referral credit to your postage balance</li>
          </ul>
          <p>
            <strong>It cannot buy labels.</strong> You can disconnect it at any time under Connected apps.
          </p>
        </Card>
        <PostForm action={address} hidden={{ request: handle }} class="row">
          <Button name="decision" value="allow">
            Allow
          </Button>
          <Button name="decision" value="deny" look="quiet">
            Deny
          </Button>
        </PostForm>
      </div>
    </>,
    { narrow: true, alone: true, formTargets: [formTarget(redirectUri)] },
  );
}

const AccountName = ({ owner: { name, email } }: { owner: Owner }) => (
  <>
    {name !== email && <div>{name}</div>}
    <div>{email}</div>
  </>
);

function returnsTo(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return protocol === 'http:' ? `an app on this computer (${host})` : host;
}

/**
 * Returns the origin that the page must allow, because browsers apply `form-action` also to redirects after a form. A
 * policy cannot name an IPv6 address, so only its scheme is returned.
 */
export function formTarget(redirectUri: string): string {
  const { origin, protocol, hostname } = new URL(redirectUri);
  return hostname.startsWith('[') ? protocol : origin;
}
