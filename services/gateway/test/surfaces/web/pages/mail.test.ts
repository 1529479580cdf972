import { DomainError } from '@parcelyard/service-kit/domain-error';
import { createVisitor } from '@parcelyard/testing/visitor';
import { ACCOUNT_ID } from '../../../support/fake-auth';
import { visitAsOwner } from '../../../support/owner-visit';
import { type Options, startGateway } from '../../../support/start-gateway';

const PATH = '/settings/mail';

function services(given: { replyTo?: string; replyToAsked?: string; refuse?: DomainError } = {}) {
  const saved: object[] = [];
  const options: Partial<Options> = {
    customers: {
      getMailSettings: async () => ({
        labelPrintedEmail: true,
        senderName: 'Mugs',
        addressUnverified: false,
        bouncedAddresses: [],
        replyTo: given.replyTo ?? '',
        replyToAsked: given.replyToAsked ?? '',
      }),
      listMailReports: async () => ({
        reports: [
          {
            address: 'ada@engine.org',
            lastAt: new Date('2026-03-02T12:00:00Z'),
            bounceStatus: '5.1.1',
            complainedAt: undefined,
            softBounces: 2,
          },
          {
            address: 'grace@navy.example',
            lastAt: new Date('2026-03-01T12:00:00Z'),
            bounceStatus: undefined,
            complainedAt: new Date('2026-03-01'),
            softBounces: 0,
          },
        ],
      }),
      updateMailSettings: async (request) => {
        if (given.refuse) throw given.refuse;
        saved.push(request);
        return {};
      },
      forgiveBounce: async (request) => {
        saved.push(request);
        return {};
      },
    },
  };
  return { options, saved };
}

describe('the mail page', () => {
  it('shows the sender, and the bounced mail', async () => {
    const { visitor } = await visitAsOwner(services().options);
    const { html, text } = await visitor.open(PATH);
    expect(html).toContain('name="sender_name" type="text" value="Mugs"');
    for (const words of ['No such mailbox (5.1.1)', '2 temporary bounces', 'Reported as spam'])
      expect(text).toContain(words);
    // The page offers "Allow e-mail again" for mail that bounced, but not for mail that its reader reported as spam,
    // because the reader decided that.
    expect(html.match(/Allow e-mail again/g)).toHaveLength(1);
  });

  it('saves the sender, and sends a confirmation mail to another reply address', async () => {
    const { options, saved } = services();
    const { visitor } = await visitAsOwner(options);
    const fields = { sender_name: 'Mugs & Co', reply_to: ' desk@shop.example ' };
    const page = await visitor.press(await visitor.open(PATH), 'Save sender', fields);
    expect(page.text).toContain('Until then, replies go to the previous address');
    expect(saved).toEqual([{ accountId: ACCOUNT_ID, senderName: 'Mugs & Co', replyTo: 'desk@shop.example' }]);
  });

  it.each(['Desk@Shop.example', 'ADA@example.com'])(
    'says that no mail was sent when only the case differs: %s',
    async (reply_to) => {
      const { options, saved } = services({ replyTo: 'desk@shop.example' });
      const { visitor, called } = await visitAsOwner(options);
      const page = await visitor.press(await visitor.open(PATH), 'Save sender', { reply_to });
      expect(page.text).toContain('Saved. The next e-mail uses it.');
      expect(page.text).not.toContain('We have sent an e-mail');
      expect(called()).not.toContain('take');
      expect(saved).toHaveLength(1);
    },
  );

  it('shows a reply address that is not confirmed', async () => {
    const { visitor } = await visitAsOwner(services({ replyToAsked: 'desk@shop.example' }).options);
    expect((await visitor.open(PATH)).text).toContain('desk@shop.example is not confirmed yet');
  });

  it('shows an error beside its field, and keeps the typed text', async () => {
    const refuse = new DomainError(
      'invalid_argument',
      'mail_address_malformed',
      { got: 'desk@' },
      { field: 'reply_to' },
    );
    const { visitor } = await visitAsOwner(services({ refuse }).options);
    const page = await visitor.press(await visitor.open(PATH), 'Save sender', {
      sender_name: 'Typed',
      reply_to: 'desk@',
    });
    expect([page.status, page.text.includes('such as name@example.com; got "desk@"')]).toEqual([400, true]);
    expect(page.html).toContain('value="Typed"');
  });

  it('allows mail to a bounced address again', async () => {
    const { options, saved } = services();
    const { visitor } = await visitAsOwner(options);
    const page = await visitor.press(await visitor.open(PATH), 'Allow e-mail again');
    expect(page.text).toContain('E-mail is sent to that address again.');
    expect(saved).toEqual([{ accountId: ACCOUNT_ID, address: 'ada@engine.org' }]);
  });
});

describe('the confirmation link for a reply address', () => {
  const asked = { address: 'desk@shop.example', ownerEmail: 'ada@engine.org', confirmed: false };

  it('only asks when it is opened, because mail scanners follow links, and confirms by its button', async () => {
    const gateway = await startGateway({
      customers: {
        getReplyTo: async () => asked,
        confirmReplyTo: async () => ({ ...asked, confirmed: true }),
      },
    });
    const visitor = createVisitor(gateway.url);
    const question = await visitor.open('/reply-to/k.abc');
    expect(question.text).toContain('The account of ada@engine.org wants');
    expect(gateway.calls.map(({ method }) => method)).toEqual(['getReplyTo']);
    const done = await visitor.press(question, 'Confirm address');
    expect(done.text).toContain('The address is confirmed');
    expect(gateway.calls.at(-1)).toEqual({ method: 'confirmReplyTo', request: { token: 'k.abc' } });
  });

  it('that is invalid says so', async () => {
    const dead = () => Promise.reject(new DomainError('not_found', 'reply_to_link_invalid', {}));
    const gateway = await startGateway({ customers: { getReplyTo: dead, confirmReplyTo: dead } });
    const page = await createVisitor(gateway.url).open('/reply-to/k.abc');
    expect([page.status, page.text.includes('It is too old')]).toEqual([404, true]);
  });
});
