import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { waitUntil } from '#test/crash/guildhall-process.ts';

export interface CaddyProxy {
  origin: string;
  stop(): Promise<void>;
}

/**
 * Starts Caddy before several instances on this machine. It believes the header `X-Forwarded-For` of its
 * clients, so the instances need `TRUST_PROXY=2`. @throws Error if the system has no `caddy`.
 */
export async function startCaddy(ports: readonly number[]): Promise<CaddyProxy> {
  const port = 30_000 + (process.pid % 10_000);
  const folder = await mkdtemp(path.join(tmpdir(), 'guildhall-caddy-'));
  const config = path.join(folder, 'Caddyfile');
  await writeFile(config, describeProxy(port, ports));
  const caddy = spawn('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], {
    stdio: 'ignore',
    env: { PATH: process.env.PATH, HOME: folder },
  });
  const failed = new Promise<never>((_resolve, reject) => {
    caddy.once('error', () => reject(new Error('caddy is missing: apt-get install caddy')));
    caddy.once('exit', (code) => reject(new Error(`caddy ended with ${code}`)));
  });
  const origin = `http://127.0.0.1:${port}`;
  const isReady = async () => (await fetch(`${origin}/readyz`).catch(() => null))?.status === 200;
  const stop = async () => {
    caddy.kill('SIGKILL');
    if (caddy.exitCode === null && caddy.signalCode === null) await once(caddy, 'exit');
    await rm(folder, { recursive: true });
  };
  try {
    await Promise.race([failed, waitUntil('the proxy answers', isReady)]);
  } catch (error) {
    if (caddy.pid !== undefined) await stop();
    throw error;
  }
  failed.catch(() => undefined);
  return { origin, stop };
}

/** Idle connections end before Node closes them after five seconds: a form on one that ends is not sent again. */
function describeProxy(port: number, ports: readonly number[]): string {
  return `{
    admin off
    auto_https off
  }
  :${port} {
    bind 127.0.0.1
    reverse_proxy ${ports.map((one) => `127.0.0.1:${one}`).join(' ')} {
      lb_policy cookie
      lb_try_duration 20s
      lb_try_interval 100ms
      fail_duration 1s
      health_uri /readyz
      health_interval 1s
      health_timeout 5s
      trusted_proxies 127.0.0.1/32
      transport http {
        keepalive 2s
      }
    }
  }
`;
}
