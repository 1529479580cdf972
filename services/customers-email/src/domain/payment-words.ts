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
    before: `On ${day} (UTC) ${amount} was charged to ${card}. It is on your balance, which labels are paid from.`,
    action: SEE,
    after: reference,
  }),
  card_wants_owner: ({ amount, day, card, reference }) => ({
    subject: `Your bank wants you to confirm your card: ${amount} was not charged`,
    before:
      `On ${day} (UTC) ${amount} was to be charged to ${card} for labels, and the bank wants you to confirm it. ` +
      'Nothing was charged, and no label was bought.',
    action: 'Confirm the card',
    after: [
      'Choose "Confirm with your bank" there: the bank asks you on the page that opens. Nothing is charged there; buy ' +
        'the labels again afterwards.',
      ...reference,
    ],
  }),
  card_expiring: ({ card }) => ({
    subject: 'Your card expires soon',
    before: `${card} expires within thirty days. After that it is declined, and labels beyond the balance are not bought.`,
    action: 'Enter the new card',
    after: ['A card that your bank renews by itself needs nothing from you.'],
  }),
  refund: ({ amount, day, reference }) => ({
    subject: `${amount} went back to your card`,
    before: `On ${day} (UTC) ${amount} of a recharge was refunded to your card. It has left your balance.`,
    action: SEE,
    after: reference,
  }),
  dispute: ({ amount, day, reference }) => ({
    subject: `A charge of ${amount} is disputed`,
    before:
      `On ${day} (UTC) we learned that a recharge was disputed with the bank of your card. ${amount} has left your ` +
      'balance until the bank decides.',
    action: SEE,
    after: ['You did not dispute it? Ask your bank, and contact support.', ...reference],
  }),
  carrier_adjustment: ({ amount, day, reference, measures, isCredit }) => ({
    subject: isCredit
      ? `A carrier gave back ${amount} of postage`
      : `A carrier charged ${amount} more for a label`,
    before:
      `On ${day} (UTC) we learned that the carrier adjusted the postage of a label: ${amount} ` +
      `${isCredit ? 'has come back to your balance' : 'has left your balance'}.` +
      `${measures === '' ? '' : ` The label was ${singleLine(measures)}.`}`,
    action: SEE,
    after: [
      ...(isCredit
        ? []
        : [
            'Labels cost what the parcel weighs and measures when the carrier has it: weigh and measure it packed.',
          ]),
      ...reference.map((line) => line.replace('Reference:', 'Tracking number:')),
    ],
  }),
};

export const isAboutPayment = (about: string): about is PaymentNews['about'] => about in WORDS;

export const isPaymentNews = (news: OwnerNews): news is PaymentNews => isAboutPayment(news.about);
