import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { expect, inject, test } from 'vitest';
import { useDatabase } from '#test/fixtures/database.ts';
import { ConfigError, readConfig } from '../config/config.ts';
import { createServices } from './create-services.ts';
import type { Services } from './services.ts';

const database = useDatabase();

test.each([
  [{ ORIGIN: 'https://guild.example' }, 'https://guild.example'],
  [{ PORT: '4100' }, 'http://localhost:4100'],
])('links in mails start with the URL that %j says', async (settings, origin) => {
  const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'guildhall-services-'));
  const config = readConfig({ ...settings, DATA_DIR });
  const services = await createServices(config, database.db, pino({ level: 'silent' }), {
    banner: null,
    shareImage: null,
  });
  expect(services.site.origin).toBe(origin);
  await rm(DATA_DIR, { recursive: true });
});

test.each([
  [{}, 'no-reply@guild.example', null],
  [{ ORIGIN: 'http://192.0.2.7' }, 'no-reply@smtp.service.example', /Set MAIL_FROM/],
  [{ MAIL_FROM: 'no-reply@other.example' }, 'no-reply@other.example', /may send for other/],
])('with %j mails come from %s, and the start warns: %s', async (settings, address, warning) => {
  const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'guildhall-services-'));
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  const config = readConfig({
    ORIGIN: 'https://guild.example',
    SMTP_URL: 'smtp://smtp.service.example',
    ...settings,
    DATA_DIR,
  });
  const services = await createServices(config, database.db, log, {
    banner: null,
    shareImage: null,
  });
  expect(services.accounts.mailer.sender?.address).toBe(address);
  const warnings = lines.filter((line) => line.includes('MAIL_FROM'));
  expect(warnings).toHaveLength(warning ? 1 : 0);
  if (warning) expect(warnings[0]).toMatch(warning);
  await rm(DATA_DIR, { recursive: true });
});

test('a node starts beside others only if it has the key that they encrypt with', async () => {
  const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'guildhall-services-'));
  const running: Services[] = [];
  const start = async (...secrets: string[]) => {
    const names = secrets.map((letter) => letter.repeat(32)).join(',');
    const services = await createServices(
      readConfig({ DATA_DIR, GUILDHALL_SECRET: names }),
      database.db,
      pino({ level: 'silent' }),
      { banner: null, shareImage: null },
      { direct: { ...inject('postgres'), database: database.name }, servesRequests: true },
    );
    running.push(services);
    return services.encryption.keyIds[0];
  };
  const stopAll = async () => {
    for (const { events } of running.splice(0)) await events.stop();
  };
  const first = await start('a');
  const refused = await start('b').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ConfigError);
  expect(String(refused)).toContain(`Another node encrypts with the key ${first}`);
  expect(String(refused)).toContain('GUILDHALL_SECRET');
  // The newest and the earlier key: from now on the newest is in use.
  await start('b', 'a');
  await expect(start('a')).rejects.toThrow(ConfigError);
  await stopAll();
  await start('c');
  await stopAll();
  const together = await Promise.allSettled([start('d'), start('e')]);
  expect(together.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await stopAll();
  await rm(DATA_DIR, { recursive: true });
});
