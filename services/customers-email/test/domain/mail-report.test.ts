import { judgeReport, type ReportFields } from '../../src/domain/mail-report';

const fields = (given: Record<string, string>): ReportFields => new Map(Object.entries(given));
const failed = (recipient: string, status: string, more: Record<string, string> = {}): ReportFields =>
  fields({ 'final-recipient': `rfc822; ${recipient}`, action: 'failed', status, ...more });
const judged = (...deliveries: ReportFields[]) => judgeReport({ keys: [], deliveries }, 'Ada@Engine.org');

describe('a delivery status', () => {
  it('that says the mailbox does not exist is a hard bounce', () => {
    expect(judged(failed('<ada@engine.org>', '5.1.1'))).toEqual({
      kind: 'bounce',
      bounce: 'hard',
      status: '5.1.1',
    });
  });

  it('with only "failed" is read from the other server\'s reply', () => {
    const diagnostic = { 'diagnostic-code': 'smtp; 550 5.1.1 no such user' };
    expect(judged(failed('ada@engine.org', '5.0.0', diagnostic))).toMatchObject({ status: '5.1.1' });
    expect(judged(failed('ada@engine.org', ''))).toMatchObject({ bounce: 'soft', status: '5.0.0' });
  });

  it('may have comments in its fields', () => {
    const told = { action: 'failed (bad destination mailbox address)' };
    expect(judged(failed('ada@engine.org (Ada)', '5.1.1 (no such user)', told))).toMatchObject({
      bounce: 'hard',
    });
  });

  it("uses the other server's reply rather than our server's own status", () => {
    const full = { 'diagnostic-code': 'SMTP; 552 5.2.2 Over quota' };
    expect(judged(failed('ada@engine.org', '5.1.1', full))).toMatchObject({
      bounce: 'soft',
      status: '5.2.2',
    });
    const program = { 'diagnostic-code': 'x-unix; procmail 5.2.2' };
    expect(judged(failed('ada@engine.org', '5.1.1', program))).toMatchObject({ bounce: 'hard' });
  });

  it.each(['delayed', 'delivered', 'relayed', 'expanded'])(
    'of a mail that is %s gives no result',
    (action) => {
      expect(
        judged(fields({ 'final-recipient': 'rfc822; ada@engine.org', action, status: '5.1.1' })),
      ).toBeUndefined();
    },
  );

  it('of a forwarding address counts, although it names another address', () => {
    expect(judged(failed('lovelace@elsewhere.example', '5.1.1'))).toMatchObject({ bounce: 'hard' });
  });

  it('of an alias is a hard bounce only when none of its mailboxes exists', () => {
    const delivered = fields({
      'final-recipient': 'rfc822; b@engine.org',
      action: 'delivered',
      status: '2.0.0',
    });
    expect(judged(failed('a@engine.org', '5.1.1'), delivered)).toBeUndefined();
    expect(judged(failed('a@engine.org', '5.1.1'), failed('b@engine.org', '5.2.2'))).toMatchObject({
      bounce: 'soft',
      status: '5.2.2',
    });
  });

  it('of several recipients is read for the recipient of our mail', () => {
    const own = failed('x@engine.org', '5.2.2', { 'original-recipient': 'rfc822;ada@engine.org' });
    expect(judged(failed('b@engine.org', '5.1.1'), own)).toMatchObject({ bounce: 'soft', status: '5.2.2' });
  });
});

describe('feedback', () => {
  const judgedAs = (type: string) =>
    judgeReport({ keys: [], deliveries: [], feedback: fields({ 'feedback-type': type }) }, 'ada@engine.org');

  it.each(['abuse', 'Fraud', 'opt-out'])('of type %s is a complaint', (type) => {
    expect(judgedAs(type)).toEqual({ kind: 'complaint' });
  });

  it.each(['not-spam', 'auth-failure', 'virus', 'other', ''])('of type %j is no complaint', (type) => {
    expect(judgedAs(type)).toBeUndefined();
  });
});
