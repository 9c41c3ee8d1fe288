import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { cleanUp, makeDataDir, spawnGuildhall, waitUntil } from '#test/crash/guildhall-process.ts';
import { sendRequest } from './send-request.ts';

export interface StartedNode {
  port: number;
  stop(): Promise<void>;
}

/** Starts a node with a folder and a port of its own. @throws Error with what it printed if it ends. */
export async function startNode(settings: Record<string, string>): Promise<StartedNode> {
  const dataDir = await makeDataDir();
  const port = await findFreePort();
  const { exited, errors } = spawnGuildhall(dataDir, {
    ...settings,
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: String(port),
  });
  const failed = exited.then(async (code) => {
    throw new Error(`A node ended with ${code} at its start: ${await errors}`);
  });
  failed.catch(() => undefined);
  const isReady = async () =>
    (await sendRequest('localhost', port, '/readyz', { isPlain: true }).catch(() => null))
      ?.status === 200;
  try {
    await Promise.race([failed, waitUntil('a node is ready', isReady)]);
  } catch (error) {
    await cleanUp(dataDir);
    throw error;
  }
  return { port, stop: () => cleanUp(dataDir) };
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
