import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readReport } from '@parcelyard/customers-email/adapters/mail-reports/read-report';
import { judgeReport } from '@parcelyard/customers-email/domain/mail-report';
import type { Judge } from '../judge';

const VERSION = '6.0.0';
/** The address that the reports name as the recipient. */
const NOBODY = 'nobody@proof.invalid';

/** GNU Mailman's own reader of bounces. It reads the bounces that Mailman's tests have collected since 1999. */
const PROGRAM = `
import email, json, os, sys
from flufl.bounce import all_failures

said = {}
for name in sorted(os.listdir(sys.argv[1])):
    if not name.endswith(".txt"):
        continue
    with open(os.path.join(sys.argv[1], name), "rb") as file:
        mail = email.message_from_binary_file(file)
    temporary, permanent = all_failures(mail)
    is_report = any(part.get_content_type() == "message/delivery-status" for part in mail.walk())
    said[name[:-4]] = {"temporary": len(temporary), "permanent": len(permanent), "isReport": is_report}
print(json.dumps(said))
`;

/** Reports that do not follow RFC 3464, each with the reason. Mailman recognises them by their text. */
const OUTSIDE_THE_STANDARD: Readonly<Record<string, string>> = {
  caiwireless_01: 'its status names no recipient',
  dsn_03: 'its action is "failure"',
  dsn_15: 'it is part of a mail that a person forwarded',
  dsn_18: 'its action is "error"',
  netscape_01: 'its status names no recipient',
  simple_13: 'its status names no recipient',
  simple_31: 'its status names no recipient',
};

interface Said {
  temporary: number;
  permanent: number;
  isReport: boolean;
}

export const fluflBounce: Judge = {
  name: 'flufl-bounce',
  proves:
    'Bounces of real mail servers are read as GNU Mailman reads them, and no temporary failure ends mail to an address.',
  needs: ['python3', 'tar'],
  async judge({ folder, python, run }) {
    const programs = await python([`flufl.bounce==${VERSION}`]);
    const source = ['download', '--quiet', '--no-deps', '--no-binary', ':all:', `flufl.bounce==${VERSION}`];
    await run(join(programs, 'pip'), source);
    await run('tar', ['xzf', `flufl_bounce-${VERSION}.tar.gz`]);
    const mails = join(folder, `flufl_bounce-${VERSION}`, 'tests/data');
    const program = join(folder, 'all-failures.py');
    writeFileSync(program, PROGRAM);
    const said = JSON.parse(await run(join(programs, 'python'), [program, mails])) as Record<string, Said>;
    const faults: string[] = [];
    for (const name of readdirSync(mails).filter((file) => file.endsWith('.txt'))) {
      const fault = await compare(readFileSync(join(mails, name)), name.slice(0, -4), said);
      if (fault) faults.push(`${name}: ${fault}`);
    }
    return { version: VERSION, checked: Object.keys(said).length, faults };
  },
};

async function compare(
  mail: Buffer,
  name: string,
  said: Readonly<Record<string, Said>>,
): Promise<string | undefined> {
  const { temporary, permanent, isReport } = said[name] as Said;
  const ours = judgeReport(await readReport(mail), NOBODY);
  const bounce = ours?.kind === 'bounce' ? ours.bounce : undefined;
  if (bounce === 'hard' && permanent === 0)
    return 'ends mail to an address to which Mailman would write again';
  if (bounce && permanent + temporary === 0) return 'is not a bounce for Mailman';
  const isRead = bounce !== undefined || name in OUTSIDE_THE_STANDARD;
  return isReport && permanent > 0 && !isRead ? 'is a bounce for Mailman, but not for us' : undefined;
}
