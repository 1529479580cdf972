import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Judge } from '../judge';
import { withStack } from '../with-stack';
import type { Workshop } from '../workshop';

/** Texts that fields contain, and texts that they should not contain. */
const TEXTS = [
  ...[
    '',
    ' ',
    'US',
    'us',
    ' US ',
    'U',
    'U1',
    'USA',
    '12345',
    '1234',
    '123456',
    '1234a',
    '٣٤٥٦٧',
    'a b',
    ' a',
    'a\nb',
  ],
  ...[
    '610910',
    '6109.10.0012',
    '61 09 10',
    '6109',
    '12',
    '12.0',
    '1.5',
    '1e3',
    '-1',
    'key-1',
    ' key',
    'ключ',
  ],
  ...[
    'ada@example.com',
    ' ada@example.com ',
    'bob@gmail.com',
    'ada@x',
    'ada@@x',
    'a b@x.co',
    'ada\u0007@x.co',
    '@',
  ],
  ...[
    '2026-01-02',
    '2026-1-2',
    '2026-01-02T03:04',
    '2026-01-02T03:04:05Z',
    '2026-01-02T03:04:05.123+0100',
    'now',
  ],
];

const PYTHON = `
import json, re, sys
given = json.load(sys.stdin)
print(json.dumps([[bool(re.search(p, t)) for t in given["texts"]] for p in given["patterns"]]))
`;

const GO = `
package main

import (
	"encoding/json"
	"os"
	"regexp"
)

func main() {
	var given struct{ Patterns, Texts []string }
	if err := json.NewDecoder(os.Stdin).Decode(&given); err != nil {
		panic(err)
	}
	verdicts := [][]bool{}
	for _, pattern := range given.Patterns {
		compiled, row := regexp.MustCompile(pattern), []bool{}
		for _, text := range given.Texts {
			row = append(row, compiled.MatchString(text))
		}
		verdicts = append(verdicts, row)
	}
	json.NewEncoder(os.Stdout).Encode(verdicts)
}
`;

/** The program reads one line for each pattern or text, in Base64, because Java has no JSON parser in its library. */
const JAVA = `
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.regex.Pattern;

public class Engine {
  public static void main(String[] args) {
    List<String> patterns = new ArrayList<>(), texts = new ArrayList<>();
    Scanner lines = new Scanner(System.in);
    while (lines.hasNextLine()) {
      String line = lines.nextLine();
      String text = new String(Base64.getDecoder().decode(line.substring(1)), StandardCharsets.UTF_8);
      (line.charAt(0) == 'p' ? patterns : texts).add(text);
    }
    List<List<Boolean>> verdicts = new ArrayList<>();
    for (String pattern : patterns) {
      List<Boolean> row = new ArrayList<>();
      for (String text : texts) row.add(Pattern.compile(pattern).matcher(text).find());
      verdicts.add(row);
    }
    System.out.println(verdicts);
  }
}
`;

interface Given {
  readonly patterns: readonly string[];
  readonly texts: readonly string[];
}

/** Each engine returns its results as JSON, a row for each pattern. */
const ENGINES: Readonly<Record<string, (workshop: Workshop, given: Given) => Promise<string>>> = {
  Python: async (workshop, given) =>
    workshop.run('python3', ['-c', PYTHON], { input: JSON.stringify(given) }),
  Go: async (workshop, given) => {
    writeFileSync(join(workshop.folder, 'engine.go'), GO);
    return workshop.run('go', ['run', 'engine.go'], { input: JSON.stringify(given) });
  },
  Java: async (workshop, { patterns, texts }) => {
    writeFileSync(join(workshop.folder, 'Engine.java'), JAVA);
    const lines = [...patterns.map((text) => ['p', text]), ...texts.map((text) => ['t', text])];
    const input = lines
      .map(([kind, text = '']) => `${kind}${Buffer.from(text).toString('base64')}\n`)
      .join('');
    return workshop.run('java', ['Engine.java'], { input });
  },
};

export const patternEngines: Judge = {
  name: 'Pattern engines',
  proves:
    'Every pattern of the published document compiles in Python, Go and Java, and matches the same texts there as in JavaScript.',
  needs: ['python3', 'go', 'java'],
  async judge(workshop) {
    const document = await withStack(async ({ baseUrl }) =>
      (await fetch(`${baseUrl}/public/openapi.json`)).text(),
    );
    const patterns = patternsOf(document);
    const faults: string[] = [];
    for (const [engine, run] of Object.entries(ENGINES)) {
      const verdicts = JSON.parse(await run(workshop, { patterns, texts: TEXTS })) as boolean[][];
      for (const [row, pattern] of patterns.entries())
        for (const [column, text] of TEXTS.entries())
          if (verdicts[row]?.[column] !== new RegExp(pattern).test(text))
            faults.push(`${engine} has another result for ${JSON.stringify(text)} with ${pattern}`);
    }
    return { version: '1', checked: patterns.length, faults };
  },
};

function patternsOf(document: string): string[] {
  const patterns = new Set<string>();
  JSON.parse(document, (name, value) => {
    if (name === 'pattern' && typeof value === 'string') patterns.add(value);
    return value;
  });
  return [...patterns];
}
