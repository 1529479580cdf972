import { join } from 'node:path';
import type { Workshop } from '../workshop';

const MODULE = 'github.com/cert-manager/cert-manager@v1.21.2';

export async function certManagerDefinitions({ run }: Workshop): Promise<string> {
  const fetched = await run('go', ['mod', 'download', '-json', MODULE]);
  return join((JSON.parse(fetched) as { Dir: string }).Dir, 'deploy/crds');
}
