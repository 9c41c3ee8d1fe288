// Options of programs: cspell:ignore pkeyopt paramgen keyout fastcgi uwsgi scgi
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { waitUntil } from '#test/crash/guildhall-process.ts';
import { findFreePort } from './start-node.ts';

export const site = 'guild.example';
export const games = 'guild-games.example';

export interface Ports {
  http: number;
  https: number;
}

/** A proxy with its file in `deploy/`, in which only addresses, ports and paths are replaced. */
interface Proxy {
  program: string;
  /** Writes its configuration into the folder, and returns the arguments and the environment of the program. */
  prepare(folder: string, ports: Ports, nodes: readonly string[]): [string[], NodeJS.ProcessEnv?];
}

/** Replaces every text. @throws Error if one is not there: then the example is not what is tested. */
function replaceAll(file: string, replacements: readonly (readonly [string, string])[]): string {
  let content = readFileSync(file, 'utf8');
  for (const [from, to] of replacements) {
    if (!content.includes(from)) throw new Error(`${file} does not have '${from}' any more.`);
    content = content.replaceAll(from, to);
  }
  return content;
}

/** A certificate for a host that nobody trusts, as [certificate, key]. */
function createCertificate(folder: string, host: string): [string, string] {
  const [pem, key] = [path.join(folder, `${host}.pem`), path.join(folder, `${host}.key`)];
  const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  const files = ['-nodes', '-days', '2', '-subj', `/CN=${host}`, '-keyout', key, '-out', pem];
  execFileSync('openssl', [...args, ...files], { stdio: 'ignore' });
  return [pem, key];
}

export const proxies: Record<'Caddy' | 'nginx' | 'HAProxy', Proxy> = {
  Caddy: {
    program: 'caddy',
    prepare(folder, { http, https }, [one = '', two = '']) {
      const own = replaceAll('deploy/compose/Caddyfile', [
        ['guildhall-1:3000', one],
        ['guildhall-2:3000', two],
      ]);
      // Certificates of its own in place of Let's Encrypt.
      const options = ['admin off', 'local_certs', 'skip_install_trust'];
      options.push(`http_port ${http}`, `https_port ${https}`);
      const file = path.join(folder, 'Caddyfile');
      writeFileSync(file, `{\n${options.join('\n')}\n}\n${own}`);
      const environment = { DOMAIN: site, GAMES_ADDRESS: games, HOME: folder };
      return [['run', '--config', file, '--adapter', 'caddyfile'], environment];
    },
  },
  nginx: {
    program: 'nginx',
    prepare(folder, { http, https }, [one = '', two = '']) {
      const certificates = [site, games].flatMap((host) => {
        const [pem, key] = createCertificate(folder, host);
        return [
          [`/etc/ssl/${host}.pem`, pem],
          [`/etc/ssl/${host}.key`, key],
        ] as const;
      });
      const own = replaceAll('deploy/nginx/guildhall.conf', [
        ['10.0.0.11:3000', one],
        ['10.0.0.12:3000', two],
        ['listen 80;', `listen ${http};`],
        ['listen 443 ', `listen ${https} `],
        ...certificates,
      ]);
      writeFileSync(path.join(folder, 'guildhall.conf'), own);
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder}/${name};`,
      );
      const isRoot = process.getuid?.() === 0;
      writeFileSync(
        path.join(folder, 'nginx.conf'),
        `${isRoot ? 'user root;' : ''} daemon off; pid ${folder}/pid; error_log stderr;
        events {} http { access_log off; ${temporary.join(' ')} include ${folder}/guildhall.conf; }`,
      );
      return [['-p', folder, '-e', 'stderr', '-c', path.join(folder, 'nginx.conf')]];
    },
  },
  HAProxy: {
    program: 'haproxy',
    prepare(folder, { http, https }, [one = '', two = '']) {
      const certificates = path.join(folder, 'certificates');
      mkdirSync(certificates);
      for (const host of [site, games]) {
        const both = createCertificate(folder, host).map((file) => readFileSync(file, 'utf8'));
        writeFileSync(path.join(certificates, `${host}.pem`), both.join(''));
      }
      const own = replaceAll('deploy/haproxy/haproxy.cfg', [
        ['10.0.0.11:3000', one],
        ['10.0.0.12:3000', two],
        ['bind :80\n', `bind :${http}\n`],
        ['bind :443 ', `bind :${https} `],
        ['/etc/haproxy/certificates/', certificates],
      ]);
      const file = path.join(folder, 'haproxy.cfg');
      writeFileSync(file, own);
      return [['-f', file]];
    },
  },
};

export interface RunningProxy {
  ports: Ports;
  stop(): Promise<void>;
}

/** Starts a proxy before the nodes. @throws Error that says what to install, or what the program printed. */
export async function startProxy(
  { program, prepare }: Proxy,
  nodes: readonly string[],
  isReady: (ports: Ports) => Promise<boolean>,
): Promise<RunningProxy> {
  const folder = mkdtempSync(path.join(tmpdir(), 'guildhall-proxy-'));
  const ports = { http: await findFreePort(), https: await findFreePort() };
  let child: ChildProcess | null = null;
  const stop = async () => {
    child?.kill('SIGTERM');
    if (child && child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const [args, environment] = prepare(folder, ports, nodes);
    const started = spawn(program, args, {
      env: { PATH: process.env.PATH, ...environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const failed = new Promise<never>((_resolve, reject) => {
      started.once('error', () =>
        reject(new Error(`${program} is not installed: apt-get install ${program}`)),
      );
      const output = text(started.stderr);
      started.once('exit', (code) => {
        void output.then((lines) => reject(new Error(`${program} ended with ${code}: ${lines}`)));
      });
    });
    failed.catch(() => undefined);
    child = started;
    await Promise.race([failed, waitUntil(`${program} answers`, () => isReady(ports))]);
    return { ports, stop };
  } catch (error) {
    if (child?.pid === undefined) child = null;
    await stop();
    throw error;
  }
}
