#!/usr/bin/env node
import { existsSync } from 'node:fs';

const program = new URL('../../../dist/shipctl.mjs', import.meta.url);
if (existsSync(program)) await import(program.href);
else {
  process.stdout.write(`${JSON.stringify({ error: 'shipctl is not built yet: run `make build`.' })}\n`);
  process.exitCode = 1;
}
