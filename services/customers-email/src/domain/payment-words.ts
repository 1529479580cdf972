import { cents } from '@parcelyard/money/cents';
import { formatDollars } from '@parcelyard/money/format-dollars';
import { singleLine } from './mailbox';
import type { OwnerNews, PaymentNews } from './message';

export interface OwnerWords {
  subject: string;
  before: string;
  /** Text of the link. */
  action: string;
  after: string[];
}

/** Returns the texts for an owner about money and cards. */
export function paymentWords(news: PaymentNews, service: string): OwnerWords {
  const amount = formatDollars(cents(Math.abs(news.amount)));
  const day = news.at.toISOString().slice(0, 10);
  const card = news.card === '' ? 'your saved card' : singleLine(news.card);
  const reference = news.reference === '' ? [] : [`Reference: ${singleLine(news.reference)}`];
  const { measures = '' } = news;
  return WORDS[news.about]({ amount, day, card, reference, service, measures, isCredit: news.amount < 0 });
}

interface Said {
  amount: string;
  day: string;
  card: string;
  reference: string[];
  service: string;
  measures: string;
  isCredit: boolean;
}

const SEE = 'See the ledger';

const WORDS: Readonly<Record<PaymentNews['about'], (said: Said) => OwnerWords>> = {
  receipt: ({ amount, day, card, reference, service }) => ({
    subject: `Receipt from ${service}: ${amount}`,
    before: `On ${day} (UTC), we charged ${amount} to ${card} and added it to your balance. Labels are paid from this balance.`,
    action: SEE,
    after: reference,
  }),
  card_wants_owner: ({ amount, day, card, reference }) => ({
    subject: `Your bank wants you to confirm your card: ${amount} was not charged`,
    before:
      `On ${day} (UTC), we tried to charge ${amount} to ${card} for labels. Your bank wants you to confirm this ` +
      'payment. Nothing was charged, and no label was bought.',
    action: 'Confirm the card',
    after: [
      'On the Billing page, press "Confirm with your bank" and confirm on the page that opens. This charges nothing. ' +
        'Then buy the labels again.',
      ...reference,
    ],
  }),
  card_expiring: ({ card }) => ({
    subject: 'Your card expires soon',
    before: `${card.charAt(0).toUpperCase()}${card.slice(1)} expires within thirty days. After that, we cannot charge the card, and you can only buy labels that your balance covers.`,
    action: 'Enter the new card',
    after: ['If your bank renews the card automatically, you do not need to do anything.'],
  }),
  refund: ({ amount, day, reference }) => ({
    subject: `Refund of ${amount} to your card`,
    before: `On ${day} (UTC), ${amount} of a recharge was refunded to your card and taken from your balance.`,
    action: SEE,
    after: reference,
  }),
  dispute: ({ amount, day, reference }) => ({
    subject: `A charge of ${amount} is disputed`,
    before:
      `On ${day} (UTC), we learned that a recharge was disputed with the bank of your card. ${amount} was taken ` +
      'from your balance until the bank decides.',
    action: SEE,
    after: ['If you did not dispute this charge, ask your bank and contact support.', ...reference],
  }),
  carrier_adjustment: ({ amount, day, reference, measures, isCredit }) => ({
    subject: isCredit
      ? `A carrier refunded ${amount} of postage`
      : `A carrier charged ${amount} more for a label`,
    before:
      `On ${day} (UTC), we learned that the carrier adjusted the postage of a label: ${amount} ` +
      `${isCredit ? 'was added to your balance' : 'was taken from your balance'}.` +
      `${measures === '' ? '' : ` The parcel was ${singleLine(measures)}.`}`,
    action: SEE,
    after: [
      ...(isCredit
        ? []
        : [
            'The carrier charges for the weight and size that it measures. Weigh and measure the packed parcel before you buy a label.',
          ]),
      ...reference.map((line) => line.replace('Reference:', 'Tracking number:')),
    ],
  }),
};

export const isAboutPayment = (about: string): about is PaymentNews['about'] => about in WORDS;

export const isPaymentNews = (news: OwnerNews): news is PaymentNews => isAboutPayment(news.about);
