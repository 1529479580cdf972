import type { Workshop } from '../workshop';

export interface Opinion {
  /** One line for each fault: `NOT  orders  database clock  …`. */
  readonly wrong: readonly string[];
  readonly right: readonly string[];
  readonly code: number;
}

/** Runs `shipctl doctor` as an operator does, with these variables in addition to the stack's own file. */
export async function askDoctor(
  workshop: Workshop,
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Opinion> {
  const { code, stdout, stderr } = await workshop.attempt(process.execPath, ['dist/shipctl.mjs', 'doctor'], {
    folder: process.cwd(),
    environment: { ...environment, DATA_DIR: dataDir },
  });
  const lines = stdout.split('\n').map((line) => line.replace(/ +/g, ' '));
  if (lines.length < 2) throw new Error(`shipctl doctor: ${stderr.slice(-500)}`);
  return {
    code,
    wrong: lines.filter((line) => line.startsWith('NOT ')),
    right: lines.filter((line) => line.startsWith('ok ')),
  };
}

/**
 * Expects that the doctor reports exactly `times` faults, and that each of them matches `expected`. Returns a sentence
 * for each difference.
 */
export function differences(
  what: string,
  { wrong, code }: Opinion,
  expected: RegExp,
  times: number,
): string[] {
  const others = wrong.filter((line) => !expected.test(line));
  const told = wrong.length - others.length;
  return [
    ...(told === times ? [] : [`${what}: reported ${told} times instead of ${times}.`]),
    ...others.map((line) => `${what}: ${line}`),
    ...(code === (times === 0 ? 0 : 1) ? [] : [`${what}: code ${code}.`]),
  ];
}
