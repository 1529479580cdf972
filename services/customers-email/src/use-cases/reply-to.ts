import type { ReplyTo, ReplyToLink } from '@parcelyard/contracts/customers';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { isMailable, isPlaceholderEmail } from '../domain/mailbox';
import type { CustomersPorts } from '../ports';
import { addressKey } from './sending-rules';

export type ReplyToPorts = Pick<
  CustomersPorts,
  'settings' | 'owners' | 'messages' | 'replyToLinks' | 'clock'
>;

const HOUR_MS = 3_600_000;
const LINK_MS = 72 * HOUR_MS;

/**
 * Sets the address for customers' answers. The owner's own address and a confirmed address are used at once. Any other
 * address first gets a mail with a link, at most one in each hour of the clock. After its reader has confirmed, the new
 * address is used. Until then, the previous address is used.
 * @throws DomainError `invalid_argument`, `failed_precondition` while the account's own address is not verified
 */
export async function requestReplyTo(ports: ReplyToPorts, accountId: number, given: string): Promise<void> {
  const { settings, owners, messages, replyToLinks, clock } = ports;
  const address = given.trim();
  const owner = await owners.find(accountId);
  if (address === '' || isSame(address, owner.email)) return settings.forgetReplyTo(accountId);
  if (!isMailable(address) || isPlaceholderEmail(address)) {
    const params = { got: address.slice(0, 254) };
    throw new DomainError('invalid_argument', 'mail_address_malformed', params, { field: 'reply_to' });
  }
  const { replyTo } = await settings.get(accountId);
  if (isSame(address, replyTo)) return settings.askReplyTo(accountId, '');
  if (!owner.addressVerified) throw new DomainError('failed_precondition', 'own_address_unverified', {});
  const now = clock.now();
  await settings.askReplyTo(accountId, address);
  const expiresAt = new Date(now.getTime() + LINK_MS);
  const linkPath = `/reply-to/${replyToLinks.seal({ accountId, address, expiresAt })}`;
  const hour = Math.floor(now.getTime() / HOUR_MS);
  await messages.queue({
    accountId,
    messageId: `reply_to:${accountId}:${addressKey(address.toLowerCase())}:${hour}`,
    kind: 'reply_to',
    recipient: address,
    news: { ownerEmail: owner.email, linkPath, expiresAt },
    status: 'queued',
    attempts: 0,
    createdAt: now,
  });
}

/**
 * Returns what the reader of a link is asked to confirm. The call changes nothing, because mail scanners open links.
 * @throws DomainError `not_found`
 */
export async function getReplyTo(ports: ReplyToPorts, { token }: ReplyToLink): Promise<ReplyTo> {
  const { settings, owners } = ports;
  const { accountId, address } = open(ports, token);
  const [{ email }, { replyTo, replyToAsked }] = await Promise.all([
    owners.find(accountId),
    settings.get(accountId),
  ]);
  const confirmed = isSame(address, replyTo);
  if (!confirmed && !isSame(address, replyToAsked)) throw invalidLink();
  return { address, ownerEmail: email, confirmed };
}

/** @throws DomainError `not_found` */
export async function confirmReplyTo(ports: ReplyToPorts, link: ReplyToLink): Promise<ReplyTo> {
  const { accountId, address } = open(ports, link.token);
  const { replyToAsked } = await ports.settings.get(accountId);
  if (isSame(address, replyToAsked)) await ports.settings.confirmReplyTo(accountId, replyToAsked);
  return getReplyTo(ports, link);
}

function open({ replyToLinks, clock }: ReplyToPorts, token: string) {
  const asked = replyToLinks.open(token);
  if (asked && asked.expiresAt > clock.now()) return asked;
  throw invalidLink();
}

const invalidLink = () => new DomainError('not_found', 'reply_to_link_invalid', {});

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
