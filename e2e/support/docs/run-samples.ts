import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PageSnippet } from './read-snippets';
import { runCode } from './run-code';

interface Place {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A line with this mark and the sample's name follows each sample's output. */
const MARK = '@@';

/** Returns one shell program that runs each sample in its own shell. */
const shellProgram = (samples: readonly PageSnippet[]) =>
  samples.map(({ id, code }) => `(\n${code}\n)\necho; echo '${MARK}${id}'`).join('\n');

/** All samples run in one process, because otherwise most of a sample's time would be the start of Python. */
const PYTHON_PROGRAM = `
import json, sys, traceback
for name, code in json.load(open("samples.json")):
    try:
        exec(compile(code, name, "exec"), {})
    except Exception:
        traceback.print_exc()
    print("\\n${MARK}" + name, flush=True)
`;

/** Runs samples one after the other. Returns the samples that did not print a success, with their output. */
export async function runSamples(
  language: 'curl' | 'python',
  samples: readonly PageSnippet[],
  place: Place,
): Promise<readonly string[]> {
  await writeFile(join(place.cwd, 'samples.json'), JSON.stringify(samples.map(({ id, code }) => [id, code])));
  const { output } =
    language === 'curl'
      ? await runCode('sh', [], { ...place, input: shellProgram(samples) })
      : await runCode('python3', ['-c', PYTHON_PROGRAM], place);
  const parts = output.split('\n');
  return samples.flatMap(({ id }) => {
    const end = parts.indexOf(MARK + id);
    const printed = parts.splice(0, end + 1).join('\n');
    return /"success":true|'success': True/.test(printed) ? [] : [`${id}: ${printed || 'no output'}`];
  });
}
