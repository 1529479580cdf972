import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSmtpMailer } from '@parcelyard/customers-email/adapters/smtp/smtp-mailer';
import { labelPrintedMail } from '@parcelyard/customers-email/domain/label-printed-mail';
import { letterMail } from '@parcelyard/customers-email/domain/letter';
import type { Mail, MailContent } from '@parcelyard/customers-email/domain/mail';
import { fillIn } from '@parcelyard/customers-email/domain/merge-fields';
import { ownerMail } from '@parcelyard/customers-email/domain/owner-mail';
import { eventually } from '@parcelyard/testing/eventually';
import { freePort } from '@parcelyard/testing/free-ports';
import type { Judge } from '../judge';
import { reachable } from '../reachable';

const VERSION = '1.4.6';

/** A real SMTP server. Python's own e-mail package parses received mail by the rules of RFC 5322 and 2047. */
const PROGRAM = `
import email, email.policy, json, sys
from email.header import decode_header, make_header
from email.utils import getaddresses
from aiosmtpd.controller import Controller

read = []

class Handler:
    async def handle_DATA(self, server, session, envelope):
        mail = email.message_from_bytes(envelope.content, policy=email.policy.SMTP)
        parts = {part.get_content_type(): part.get_content() for part in mail.walk() if not part.is_multipart()}
        # The newer header parser keeps the blank between the encoded words of one name, which RFC 2047 (6.2) takes away.
        old = email.message_from_bytes(envelope.content, policy=email.policy.compat32)
        decoded = lambda name: str(make_header(decode_header(name)))
        people = lambda name: [[decoded(shown), at] for shown, at in getaddresses(old.get_all(name, []))]
        assert [a.addr_spec for a in mail["From"].addresses] == [at for _, at in people("From")]
        defects = [str(d) for header in mail.keys() for d in mail[header].defects] + [str(d) for d in mail.defects]
        lines = envelope.content.split(b"\\r\\n\\r\\n", 1)[0].split(b"\\r\\n")
        read.append({
            "from": people("From"), "reply_to": people("Reply-To"), "to": people("To"),
            "subject": str(mail["Subject"]), "headers": sorted(set(mail.keys())), "defects": defects,
            "text": parts.get("text/plain", ""), "html": parts.get("text/html", ""),
            "list_unsubscribe": mail["List-Unsubscribe"], "one_click": mail["List-Unsubscribe-Post"],
            "longest_line": max(len(line) for line in lines), "ascii": envelope.content.isascii(),
        })
        with open(sys.argv[2], "w") as file:
            json.dump(read, file)
        return "250 OK"

server = Controller(Handler(), hostname="127.0.0.1", port=int(sys.argv[1]))
server.start()
sys.stdin.read()
server.stop()
`;

interface Read {
  from: [string, string][];
  reply_to: [string, string][];
  to: [string, string][];
  subject: string;
  headers: string[];
  defects: string[];
  text: string;
  html: string;
  list_unsubscribe: string | null;
  one_click: string | null;
  longest_line: number;
  ascii: boolean;
}

const UNSUBSCRIBE = 'https://ship.example/unsubscribe/key.aGVsbG8';
const POSTAL = '500 E Cesar Chavez St, Austin, TX 78701';
const HEADERS =
  'Auto-Submitted Content-Type Date From MIME-Version Message-ID Reply-To Subject To List-Unsubscribe List-Unsubscribe-Post Precedence'.split(
    ' ',
  );

/** Names of ordinary merchants and customers, and names that an attacker would choose. */
const COMPANIES = [
  'Mugs & Co',
  'Müller & "Söhne" GmbH',
  '日本のマグカップ株式会社',
  'Beeswax 🐝, Candles (and more) <shop@evil.org>',
  `${'Very long company name '.repeat(12)}Ltd.`,
  'Mugs\r\nBcc: thief@evil.org',
  "O'Neil \\ Sons; Inc:",
  'ملابس الشرق',
];

export const pythonEmail: Judge = {
  name: 'python-email',
  proves:
    'Python reads every kind of mail as intended: sender, reply address, text, footer and unsubscribe link, whatever characters a name contains.',
  needs: ['python3'],
  async judge(workshop) {
    const programs = await workshop.python([`aiosmtpd==${VERSION}`]);
    const [program, output] = [join(workshop.folder, 'reader.py'), join(workshop.folder, 'read.json')];
    writeFileSync(program, PROGRAM);
    writeFileSync(output, '[]');
    const port = await freePort();
    const reader = spawn(join(programs, 'python'), [program, String(port), output]);
    const mails = COMPANIES.flatMap(mailsOf);
    try {
      await eventually(() => reachable(port));
      const mailer = createSmtpMailer({
        url: `smtp://127.0.0.1:${port}`,
        from: 'no-reply@parcelyard.example',
      });
      for (const { mail } of mails) await mailer.send(mail);
      const read = JSON.parse(readFileSync(output, 'utf8')) as Read[];
      const faults = mails.flatMap(({ kind, mail }, n) =>
        faultsOf(mail, read[n]).map((fault) => `${kind} of ${JSON.stringify(mail.senderName)}: ${fault}`),
      );
      return { version: `aiosmtpd ${VERSION}, email of Python`, checked: mails.length, faults };
    } finally {
      reader.stdin.end();
    }
  },
};

function mailsOf(company: string): { kind: string; mail: Mail }[] {
  const person = { firstName: 'Zoë', lastName: 'Ångström' };
  const letter = fillIn(
    { subject: 'Für {{first_name}} 🎁', body: 'Dear {{first_name}} {{last_name}},\n\nNew <mugs> & more.' },
    person,
  );
  const news = {
    orderNumber: 'ABC234',
    recipientName: 'Zoë Ångström',
    carrier: 'usps',
    method: 'USPS Ground Advantage',
    trackingNumber: '9400100000000000000000',
    trackingUrl: '/track/9400100000000000000000',
  };
  const base = (content: MailContent): Mail => ({
    reportKey: '1-0123456789abcdef0123456789abcdef',
    messageId: 'proof:1',
    date: new Date(),
    senderName: company,
    replyTo: 'owner@mugs.example',
    ...content,
    recipient: { name: 'Zoë Ångström', address: 'zoe@engine.example' },
  });
  const marketing = letterMail(letter, { name: company, postalAddress: POSTAL, unsubscribeUrl: UNSUBSCRIBE });
  const sender = { name: company, baseUrl: 'https://ship.example' };
  return [
    { kind: 'letter', mail: { ...base(marketing), unsubscribeUrl: UNSUBSCRIBE } },
    { kind: 'label printed', mail: base(labelPrintedMail(news, sender)) },
    {
      kind: 'to the owner',
      mail: {
        ...base(ownerMail({ about: 'verify_address', linkPath: '/verify/x' }, 'Zoë', sender)),
        replyTo: undefined,
      },
    },
  ];
}

/** Returns a sentence for each value that Python reads differently from the intended value. */
function faultsOf(mail: Mail, read: Read | undefined): string[] {
  if (!read) return ['did not arrive'];
  const name = mail.senderName.replace(/\p{Cc}+/gu, ' ').trim();
  const squeezed = (text: string) => text.replace(/\s+/g, ' ').trim();
  const wanted: [string, unknown, unknown][] = [
    [
      'From',
      read.from.map(([shown, at]) => [squeezed(shown), at]),
      [[squeezed(name), 'no-reply@parcelyard.example']],
    ],
    ['Reply-To', read.reply_to, mail.replyTo ? [['', mail.replyTo]] : []],
    ['To', read.to, [[mail.recipient.name, mail.recipient.address]]],
    ['Subject', squeezed(read.subject), squeezed(mail.subject)],
    ['List-Unsubscribe', read.list_unsubscribe, mail.unsubscribeUrl ? `<${mail.unsubscribeUrl}>` : null],
    ['List-Unsubscribe-Post', read.one_click, mail.unsubscribeUrl ? 'List-Unsubscribe=One-Click' : null],
    ['text', squeezed(read.text), squeezed(mail.text)],
    ['HTML', squeezed(read.html), squeezed(mail.html)],
    ['defects', read.defects, []],
    ['other headers', read.headers.filter((header) => !HEADERS.includes(header)), []],
    ['ASCII on the wire', read.ascii, true],
    ['lines within 998 characters', read.longest_line <= 998, true],
    ['the shop at the end', mail.unsubscribeUrl === undefined || read.text.includes(`\n${POSTAL}\r\n`), true],
  ];
  return wanted.flatMap(([what, got, meant]) =>
    JSON.stringify(got) === JSON.stringify(meant)
      ? []
      : [`${what} is ${JSON.stringify(got)}, not ${JSON.stringify(meant)}`],
  );
}
