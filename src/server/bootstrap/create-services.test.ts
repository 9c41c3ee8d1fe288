import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { expect, test } from 'vitest';
import { useDatabase } from '#test/fixtures/database.ts';
import { readConfig } from '../config/config.ts';
import { createServices } from './create-services.ts';

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
