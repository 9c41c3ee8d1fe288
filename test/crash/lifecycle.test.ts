import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { withNightly } from '../config/nightly.ts';
import {
  cleanUp,
  isAlive,
  makeDataDir,
  spawnGuildhall,
  startGuildhall,
  waitUntil,
} from './guildhall-process.ts';
import { makePreparedDataDir } from './prepared-data-dir.ts';
import { Visitor } from './web-client.ts';

let dataDir: string;

afterEach(() => cleanUp(dataDir));

describe('the built application', () => {
  it('finishes running requests at SIGTERM and then stops Postgres', async () => {
    dataDir = await makePreparedDataDir();
    const guildhall = await startGuildhall(dataDir);
    const { port } = new URL(guildhall.origin);
    const account = { username: 'ada', password: 'a long password', email: 'ada@example.com' };
    const body = new URLSearchParams(account).toString();
    const registering = request(`${guildhall.origin}/register`, {
      method: 'POST',
      headers: {
        Origin: guildhall.origin,
        'Content-Type': 'application/x-www-form-urlencoded',
        'Content-Length': body.length,
        Expect: '100-continue',
      },
    });
    registering.flushHeaders();
    await once(registering, 'continue');
    registering.write(body.slice(0, 10));

    guildhall.process.kill('SIGTERM');
    await waitUntil('it accepts no more requests', () => isClosed(Number(port)));
    const answered = once(registering, 'response');
    registering.end(body.slice(10));

    const [answer] = await answered;
    expect(answer.statusCode).toBe(200);
    expect(await text(answer)).toContain('Registration successful!');
    expect(await guildhall.exited).toBe(0);
    expect(await isAlive(guildhall.postgresPid)).toBe(false);

    const next = await startGuildhall(dataDir);
    expect(await new Visitor('203.0.113.1').send(next.origin, '/login', account)).toBe(302);
  });

  it('sends pages of one byte a character and loads no library for pictures for them', async () => {
    dataDir = await makePreparedDataDir();
    const preload = new URL('report-page-strings.ts', import.meta.url);
    const { origin, process, output } = await startGuildhall(dataDir, {
      NODE_OPTIONS: `--import=${preload}`,
    });
    const account = { username: 'ada', password: 'a long password', email: 'ada@example.com' };
    const send = (path: string, cookie = '', fields?: Record<string, string>) =>
      fetch(origin + path, {
        headers: { Origin: origin, Cookie: cookie, 'Accept-Encoding': 'identity' },
        ...(fields && { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' }),
      });
    await (await send('/register', '', account)).text();
    const cookies = (await send('/login', '', account)).headers.getSetCookie();
    const cookie = cookies.map((one) => one.split(';', 1)[0]).join('; ');
    const before = output.length;
    const paths = ['/', '/community/market', '/community/discussions', '/profile/ada'];
    for (const path of paths) {
      const page = await send(path, cookie);
      expect(Buffer.byteLength(await page.text())).toBe(Number(page.headers.get('Content-Length')));
    }

    expect(output.slice(before)).toEqual(paths.map(() => 'page in one byte: true'));
    if (existsSync('/proc/self/maps'))
      expect(await readFile(`/proc/${process.pid}/maps`, 'utf8')).not.toContain('libvips');
  });

  it('exits when another instance uses the same folder, and the other instance continues', async () => {
    dataDir = await makePreparedDataDir();
    const first = await startGuildhall(dataDir);

    const second = spawnGuildhall(dataDir, { LOG_LEVEL: 'warn', TRUST_PROXIES: '1' });
    const log = text(second.child.stdout);

    expect(await second.exited).toBe(1);
    // The log of its start is complete up to the error.
    expect(await log).toContain('TRUST_PROXIES is no setting and is ignored.');
    expect(await second.errors).toBe(
      `Another instance of Guildhall (process ${first.process.pid}) already uses ${dataDir}: ` +
        'stop it first, or set another DATA_DIR.\n',
    );
    expect((await fetch(`${first.origin}/readyz`)).status).toBe(200);
  });

  // All settings are read by one function: src/server/config/config.test.ts.
  it.each(
    withNightly(
      [['PORT', '80000']],
      [
        ['GAME_PRICE', '-9.99'],
        ['DATABASE_URL', 'mysql://localhost/guildhall'],
      ],
    ),
  )('exits with one line that names the invalid setting %s=%s', async (name, value) => {
    dataDir = await makeDataDir();
    const { exited, errors } = spawnGuildhall(dataDir, { [name]: value });

    expect(await exited).toBe(1);
    expect(await errors).toMatch(new RegExp(`^Setting ${name} [^\\n]+\\n$`));
  });
});

async function isClosed(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return false;
  } catch {
    return true;
  } finally {
    socket.destroy();
  }
}
