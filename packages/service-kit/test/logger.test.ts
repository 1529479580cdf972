import { MongoServerError, ObjectId } from 'mongodb';
import { DomainError } from '../src/domain-error';
import { createLogger } from '../src/logger';

function written(log: (logger: ReturnType<typeof createLogger>) => void, level = 'trace') {
  const lines: Record<string, unknown>[] = [];
  log(createLogger('orders', level, { write: (line) => void lines.push(JSON.parse(line)) }));
  return lines;
}

const SECRETS = [
  'password',
  'passwordHash',
  'newPassword',
  'token',
  'accessToken',
  'access_token',
  'refreshToken',
  'agreement_token',
  'Authorization',
  'Cookie',
  'set-cookie',
  'clientSecret',
  'signing_secret',
  'x-partner-key',
  'api_key',
  'code',
  'code_verifier',
  'csrf',
  'email',
  'customerEmail',
  'phone',
  'street1',
  'street2',
  'recipient',
  'recipientName',
  'rate_id',
  'packageId',
];

it.each(SECRETS)('%s is never logged, at any depth', (name) => {
  const hidden = { [name]: 'hunter2' };
  const [line] = written((logger) => {
    logger
      .child({ request: hidden, ...hidden })
      .child({ again: hidden, ...hidden })
      .info(
        { ...hidden, a: hidden, b: [{ c: { d: [hidden] } }], e: { [name]: { nested: 'hunter2' } } },
        'done',
      );
  });
  expect(JSON.stringify(line)).not.toContain('hunter2');
  expect(line).toMatchObject({ msg: 'done', service: 'orders', level: 'info', b: [{ c: { d: [{}] } }] });
});

it('numbers about secrets may be logged', () => {
  expect(written((logger) => logger.info({ emailsQueued: 3, tokenValid: true }, ''))).toMatchObject([
    { emailsQueued: 3, tokenValid: true },
  ]);
});

it.each([
  [
    'an e-mail address',
    'could not reach joe.o-neil+x@mail.example.org today',
    'could not reach [e-mail] today',
  ],
  ['a connection string', 'mongodb://root:hunter2@db:27017/x', 'mongodb://[credentials]@db:27017/x'],
  ['an access token', 'bad OAUTH2.abc_DEF-123 there', 'bad [token] there'],
  ['a bearer header', 'authorization: Bearer abc.def==', 'authorization: Bearer [token]'],
  ['a sealed token', 'rate eyJhbGciOi.x-y_z.0 expired', 'rate [token] expired'],
])('%s is removed from texts and errors', (_, text, clean) => {
  const [line] = written((logger) => logger.error({ note: text, err: new Error(text) }, 'failed'));
  expect(line).toMatchObject({ note: clean, err: { message: clean, stack: expect.stringContaining(clean) } });
});

it('a duplicate key is reported without the key', () => {
  const message = 'E11000 duplicate key error collection: x.users index: email_1 dup key: { email: "joe" }';
  const [line] = written((logger) =>
    logger.error({ err: new MongoServerError({ message, code: 11000, keyValue: { email: 'joe' } }) }, ''),
  );
  expect(line).toMatchObject({ err: { type: 'MongoServerError', code: 11000 } });
  expect(JSON.stringify(line)).not.toContain('joe');
  expect(JSON.stringify(line)).toContain('index: email_1 dup key');
});

it('an error is logged with its kind, code, private detail, field and causes, and without other properties', () => {
  const cause = Object.assign(new Error('connect refused'), {
    code: 'ECONNREFUSED',
    config: { headers: { key: 'hunter2' } },
  });
  const error = new DomainError(
    'unavailable',
    'text',
    { text: 'Try later.' },
    { detail: 'psp down', field: 'amount', cause },
  );
  const [line] = written((logger) => logger.error({ err: error }, 'failed'));
  expect(line).toMatchObject({
    err: {
      type: 'DomainError',
      code: 'unavailable',
      message: 'Try later.',
      detail: 'psp down',
      field: 'amount',
      stack: expect.stringContaining('logger.test'),
      cause: { message: 'connect refused', code: 'ECONNREFUSED' },
    },
  });
  expect(JSON.stringify(line)).not.toContain('hunter2');
});

it('an error that is logged alone, or under another name, is also described', () => {
  const lines = written((logger) => {
    logger.error(new Error('one'));
    logger.error({ reason: new Error('two') }, 'failed');
    logger.error({ err: 'three' }, 'failed');
  });
  expect(lines).toMatchObject([
    { err: { message: 'one' }, msg: 'one' },
    { reason: { message: 'two' } },
    { err: 'three' },
  ]);
});

it('the message of a line is cleaned, also the message of an error', () => {
  const lines = written((logger) => {
    logger.error(new Error('no mail to joe@example.org'));
    logger.error({ err: new Error('no mail to joe@example.org') });
    logger.warn({}, 'no mail to joe@example.org\u001b[2J');
    logger.warn('no mail to joe@example.org');
  });
  expect(lines).toHaveLength(4);
  for (const { msg } of lines) expect(msg).toMatch(/^no mail to \[e-mail\]/);
  expect(JSON.stringify(lines)).not.toMatch(/joe|u001b/);
});

it('records of any structure can be logged', () => {
  const circle: Record<string, unknown> = { id: new ObjectId('65f000000000000000000000') };
  circle.self = circle;
  const [line] = written((logger) =>
    logger.info(
      { circle, at: new Date(0), bytes: Buffer.from('abc'), none: null, many: Array(500).fill(1) },
      '',
    ),
  );
  expect(line).toMatchObject({
    circle: { id: '65f000000000000000000000' },
    at: '1970-01-01T00:00:00.000Z',
    bytes: '3 bytes',
    none: null,
  });
  expect(line?.many).toHaveLength(50);
});

it('lines below the log level are not written', () => {
  expect(written((logger) => logger.info('quiet'), 'warn')).toEqual([]);
});
