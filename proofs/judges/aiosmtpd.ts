import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSmtpMailer } from '@parcelyard/customers-email/adapters/smtp/smtp-mailer';
import { eventually } from '@parcelyard/testing/eventually';
import { freePort } from '@parcelyard/testing/free-ports';
import type { Judge } from '../judge';
import { reachable } from '../reachable';

const VERSION = '1.4.6';

/**
 * Four SMTP servers. The answer of one server depends on the recipient's name, for example a refusal for `nobody`. The
 * other three servers refuse in aiosmtpd's own way.
 */
const PROGRAM = `
import os, sys, threading
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

REPLIES = {
    "nobody": "550 5.1.1 No such user here",
    "relay": "554 5.7.1 Relay access denied",
    "later": "451 4.7.1 Greylisted, come again",
}
TEXTS = {
    "spam": "554 5.7.1 Message rejected as spam",
    "spf": "550 5.7.26 Unauthenticated mail is not accepted",
    "busy": "452 4.3.1 Insufficient system storage",
}

class Handler:
    async def handle_RCPT(self, server, session, envelope, address, options):
        name = address.split("@")[0]
        if name in REPLIES:
            return REPLIES[name]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        name = envelope.rcpt_tos[0].split("@")[0]
        if name == "gone":
            server.transport.abort()
        return TEXTS.get(name, "250 OK")

refuse = lambda *_: AuthResult(success=False, handled=False)
accept = lambda *_: AuthResult(success=True)
settings = [
    {},
    {"auth_required": True, "auth_require_tls": False, "authenticator": refuse},
    {"auth_required": True, "auth_require_tls": True, "authenticator": accept},
    {"data_size_limit": 64},
]
servers = []
for port, more in zip(sys.argv[1:], settings):
    server = Controller(Handler(), hostname="127.0.0.1", port=int(port), **more)
    server.start()
    servers.append(server)
sys.stdin.read()
for server in servers:
    server.stop()
`;

/** Server, credentials, recipient, and how the attempt must end. */
const CASES: readonly (readonly [server: number, user: string, recipient: string, outcome: string])[] = [
  [0, '', 'ada', 'accepted'],
  [0, '', 'nobody', 'refused'],
  [0, '', 'relay', 'misconfigured'],
  [0, '', 'later', 'not_sent'],
  [0, '', 'spam', 'refused'],
  [0, '', 'spf', 'misconfigured'],
  [0, '', 'busy', 'not_sent'],
  [0, '', 'gone', 'doubtful'],
  // The refusals are aiosmtpd's own: 530 without a sign-in, 535 for a wrong sign-in, 538 for an unencrypted sign-in,
  // 552 for too much data.
  [1, '', 'ada', 'misconfigured'],
  [1, 'user:wrong@', 'ada', 'misconfigured'],
  [2, 'user:right@', 'ada', 'misconfigured'],
  [3, '', 'ada', 'refused'],
];

export const aiosmtpd: Judge = {
  name: 'aiosmtpd',
  proves:
    'The mailer distinguishes a refused mail, a server that refuses us, a missing answer and an unknown outcome.',
  needs: ['python3'],
  async judge(workshop) {
    const programs = await workshop.python([`aiosmtpd==${VERSION}`]);
    writeFileSync(join(workshop.folder, 'servers.py'), PROGRAM);
    const ports = [await freePort(), await freePort(), await freePort(), await freePort()];
    const faults: string[] = [];
    const servers = spawn(join(programs, 'python'), [
      join(workshop.folder, 'servers.py'),
      ...ports.map(String),
    ]);
    try {
      for (const port of ports) await eventually(() => reachable(port));
      for (const [server, user, recipient, wanted] of CASES) {
        const url = `smtp://${user}127.0.0.1:${ports[server]}`;
        const mailer = createSmtpMailer({ url, from: 'shop@parcelyard.example', timeoutMs: 10_000 });
        const outcome = await mailer.send(aMail(recipient));
        const told = 'detail' in outcome ? ` (${outcome.detail})` : '';
        if (outcome.kind !== wanted) {
          faults.push(`server ${server}, ${user}${recipient}: ${outcome.kind}${told} instead of ${wanted}`);
        }
      }
    } finally {
      servers.stdin.end();
    }
    return { version: VERSION, checked: CASES.length, faults };
  },
};

const aMail = (recipient: string) => ({
  messageId: `proof:${recipient}`,
  reportKey: '1-0123456789abcdef0123456789abcdef',
  senderName: 'Proof',
  recipient: { name: 'Ada', address: `${recipient}@engine.example` },
  date: new Date(),
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
});
