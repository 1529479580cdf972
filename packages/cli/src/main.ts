import { runShipctl } from './run-shipctl';

const { output, exitCode } = await runShipctl(process.argv.slice(2), process.env);
process.stdout.write(`${typeof output === 'string' ? output : JSON.stringify(output, null, 2)}\n`);
process.exitCode = exitCode;
