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
