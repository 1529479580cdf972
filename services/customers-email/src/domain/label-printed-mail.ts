import { escaped, type MailContent, page } from './mail';
import { singleLine } from './mailbox';
import { isPlaceholderName } from './merge-fields';
import type { LabelPrintedNews } from './message';

interface Sender {
  name: string;
  /** The service's address: absolute, without a trailing slash. */
  baseUrl: string;
}

/**
 * Returns the e-mail which tells a customer that the label of the parcel is printed (specification:
 * mark_labels_printed).
 */
export function labelPrintedMail(news: LabelPrintedNews, { name, baseUrl }: Sender): MailContent {
  const link = absoluteLink(news.trackingUrl, baseUrl);
  const order = singleLine(news.orderNumber);
  const greeting = isPlaceholderName(news.recipientName)
    ? 'Hello,'
    : `Hello ${singleLine(news.recipientName)},`;
  const lines = [
    `Your order ${order} is packed and labelled. It ships with ${singleLine(news.method || news.carrier)}.`,
    `Tracking number: ${singleLine(news.trackingNumber)}`,
  ];
  const postalAddress = singleLine(news.postalAddress ?? '');
  const closing = [`Sent by ${singleLine(name)}`, ...(postalAddress === '' ? [] : [postalAddress])];
  return {
    subject: `Your order ${order} is ready to ship`,
    text: [greeting, ...lines, ...(link ? [`Track it here: ${link}`] : []), closing.join('\n')].join('\n\n'),
    html: page([
      ...[greeting, ...lines].map((line) => `<p>${escaped(line)}</p>`),
      ...(link ? [`<p><a href="${escaped(link)}">Track your parcel</a></p>`] : []),
      `<p>${closing.map(escaped).join('<br>')}</p>`,
    ]),
  };
}

/**
 * Returns the absolute link. A path becomes a link to this service. Any other text must already be a web link;
 * otherwise returns undefined.
 */
function absoluteLink(url: string, baseUrl: string): string | undefined {
  const address = url.startsWith('/') ? `${baseUrl.replace(/\/$/, '')}${url}` : url;
  if (!URL.canParse(address)) return undefined;
  const link = new URL(address);
  return link.protocol === 'https:' || link.protocol === 'http:' ? link.href : undefined;
}
