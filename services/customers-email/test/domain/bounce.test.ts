import { bounceKind, enhancedStatus } from '../../src/domain/bounce';

describe('a bounce', () => {
  it.each(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10'])(
    'with %s means that the mailbox does not exist',
    (status) => expect(bounceKind(status)).toBe('hard'),
  );

  it.each([
    '4.1.1',
    '4.4.1',
    '5.0.0',
    '5.1.7',
    '5.1.8',
    '5.2.1',
    '5.2.2',
    '5.2.3',
    '5.4.4',
    '5.6.1',
    '5.7.1',
    '',
  ])('with %j may be caused by this mail, our server or the network', (status) =>
    expect(bounceKind(status)).toBe('soft'),
  );
});

describe('an enhanced status code', () => {
  it.each([
    ['550 5.1.1 <ada@engine.org>: User unknown', '5.1.1'],
    ['550-5.1.10 RESOLVER.ADR.RecipientNotFound', '5.1.10'],
    ['5.2.1 (mailbox disabled)', '5.2.1'],
    ['550 No such user', ''],
    ['554 Service unavailable; Client host [5.1.1.7] blocked', ''],
    ['550 rejected by 15.1.1', ''],
    ['550 5.1.1. Sorry', '5.1.1'],
  ])('of %j is %j', (reply, status) => expect(enhancedStatus(reply)).toBe(status));
});
