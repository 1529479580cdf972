import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Ran, runCode } from './run-code';

export type Language = 'curl' | 'typescript' | 'python';

/** A delivery to a receiver: the values of the header, and the exact body. */
export interface Delivery {
  readonly timestamp: string;
  readonly signature: string;
  readonly body: string;
}

/**
 * For each language, the lines that are added to the page's code. They call this code with a delivery's header values
 * and body.
 */
const CALLS: Readonly<Record<Language, string>> = {
  curl: 'verify "$TIMESTAMP" "$SIGNATURE" body.json',
  python: `
receive({"X-Ship-Timestamp": os.environ["TIMESTAMP"], "X-Ship-Signature": os.environ["SIGNATURE"]}, open("body.json", "rb").read())`,
  typescript: `
import { readFile } from "node:fs/promises";
const { TIMESTAMP, SIGNATURE } = process.env;
await receive({ "x-ship-timestamp": TIMESTAMP, "x-ship-signature": SIGNATURE }, await readFile("body.json", "utf8"));`,
};

const PROGRAMS: Readonly<Record<Language, readonly [command: string, file: string]>> = {
  curl: ['sh', 'receive.sh'],
  python: ['python3', 'receive.py'],
  typescript: ['node', 'receive.mjs'],
};

/** Gives a delivery to the page's code. The program ends with 0 when the code accepts the delivery. */
export async function runReceiver(
  language: Language,
  code: string,
  { timestamp, signature, body }: Delivery,
  { cwd, signingSecret }: { cwd: string; signingSecret: string },
): Promise<Ran> {
  const [command, file] = PROGRAMS[language];
  await writeFile(join(cwd, 'body.json'), body);
  await writeFile(join(cwd, file), `${code}\n${CALLS[language]}\n`);
  const env = { SIGNING_SECRET: signingSecret, TIMESTAMP: timestamp, SIGNATURE: signature };
  return runCode(command, [file], { cwd, env });
}
