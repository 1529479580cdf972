import { escaped, type MailContent, page } from './mail';
import { singleLine } from './mailbox';
import type { AddressNews, OwnerNews } from './message';
import { isPaymentNews, type OwnerWords, paymentWords } from './payment-words';

interface Sender {
  name: string;
  /** The service's address: absolute, without a trailing slash. */
  baseUrl: string;
}

/** Returns a mail of the service to an account's owner, or to the address with which somebody signed up. */
export function ownerMail(news: OwnerNews, recipientName: string, { name, baseUrl }: Sender): MailContent {
  const service = singleLine(name);
  const greeting = recipientName === '' ? 'Hello,' : `Hello ${singleLine(recipientName)},`;
  const { subject, before, action, after } = isPaymentNews(news)
    ? paymentWords(news, service)
    : WORDS[news.about](service, untilWords(news.expiresAt));
  const { linkPath = '/' } = news;
  const link = `${baseUrl.replace(/\/$/, '')}${linkPath}`;
  return {
    subject,
    text: `${[greeting, before, `${action}: ${link}`, ...after].join('\n\n')}\n`,
    html: page([
      `<p>${escaped(greeting)}</p>`,
      `<p>${escaped(before)}</p>`,
      `<p><a href="${escaped(link)}">${escaped(action)}</a></p>`,
      ...after.map((line) => `<p>${escaped(line)}</p>`),
    ]),
  };
}

const WORDS: Readonly<Record<AddressNews['about'], (service: string, until: string) => OwnerWords>> = {
  verify_address: (service, until) => ({
    subject: `Confirm your e-mail address for ${service}`,
    before: `An account at ${service} was opened with this address. Confirm that the address is yours.`,
    action: 'Confirm this address',
    after: [
      `The link works once${until}. Until then the account works, but it cannot e-mail your customers.`,
      'If this was not you, do nothing. Without your confirmation, the account cannot e-mail anyone.',
    ],
  }),
  address_in_use: (service) => ({
    subject: `You already have an account at ${service}`,
    before: `Someone, perhaps you, tried to open an account at ${service} with this address. This address already has an account.`,
    action: 'Sign in',
    after: ['If this was not you, you do not need to do anything: nothing was changed.'],
  }),
};

const untilWords = (time: Date | undefined): string =>
  time ? `, until ${time.toISOString().slice(0, 16).replace('T', ' ')} UTC` : '';
