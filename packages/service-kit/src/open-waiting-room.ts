import { Registry } from 'prom-client';
import { startAdminServer } from './admin-server';
import { createHealth, startHealthServer } from './rpc/health';

interface Options {
  adminListen: string;
  healthListen?: string | undefined;
  missing: string;
}

/**
 * Answers probes while a program cannot serve yet. The answers say that the program is alive but not ready. Resolves to
 * a function that closes the listeners.
 */
export async function openWaitingRoom(options: Options): Promise<() => Promise<void>> {
  const { adminListen, healthListen, missing } = options;
  const notReady = async () => [missing];
  const admin = await startAdminServer({ listen: adminListen, registry: new Registry(), notReady });
  if (healthListen === undefined) return admin.close;
  const health = createHealth('');
  health.setServing(false);
  const server = await startHealthServer(healthListen, health).catch(async (error: unknown) => {
    await admin.close();
    throw error;
  });
  return () => {
    server.close();
    return admin.close();
  };
}
