import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { sum } from 'drizzle-orm';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { type Database, openDatabase } from '#database/client.ts';
import { migrateDatabase } from '#database/migrate.ts';
import { apiKeys, cards, users, wallets } from '#database/schema.ts';
import { readSession } from '#domain/accounts/sessions/read-session.ts';
import { auditEconomy } from '#domain/audit/audit-economy.ts';
import { createKeysOf } from '#domain/secrets/keys.ts';
import { asAdmin, dropTestDatabase } from '../fixtures/database.ts';

const folder = 'test/upgrade';
const versions = readdirSync(folder).filter((file) => file.endsWith('.sql'));
const name = `test_${randomUUID().replaceAll('-', '')}`;
let db: Database;

/** Runs the statements of a file on a connection of its own. */
async function load(text: string): Promise<void> {
  const client = new pg.Client({ ...inject('postgres'), database: name });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

beforeEach(async () => {
  await asAdmin(`create database ${name}`);
  db = openDatabase({ ...inject('postgres'), database: name, max: 2 });
});

afterEach(async () => {
  await db.$client.end();
  await dropTestDatabase(name);
});

describe.each(versions)('a database of %s', (file) => {
  const text = readFileSync(`${folder}/${file}`, 'utf8');
  const facts = JSON.parse(text.slice(3, text.indexOf('\n')));

  it('keeps its accounts, cards, money and sessions after the upgrade', async () => {
    await load(text);
    await migrateDatabase(db, 'src/database/migrations');
    expect((await auditEconomy({ db })).violations).toEqual([]);
    expect(await db.$count(users)).toBe(facts.accounts);
    expect(await db.$count(cards)).toBe(facts.cards);
    const [total] = await db.select({ cents: sum(wallets.balance) }).from(wallets);
    expect(Number(total?.cents)).toBe(facts.cents);
    const clock = { now: () => new Date(facts.at) };
    const { actor } = await readSession(
      { db, keys: createKeysOf(facts.secret), clock },
      { cookies: facts.cookie, origin: 'http://localhost', address: '' },
    );
    expect(actor?.username).toBe(facts.username);
  });

  it('keeps the rights of its API keys for 90 days', async () => {
    await load(text);
    await load(`insert into api_keys (id, hash, account_id, name, created_at)
      select 'eeeeeeeeeeeeeeeeeeeeeeee', 'a hash', id, 'robot', now() from users limit 1`);
    await migrateDatabase(db, 'src/database/migrations');
    const [key] = await db.select().from(apiKeys);
    const days = ((key?.allScopesUntil?.getTime() ?? 0) - Date.now()) / (24 * 60 * 60 * 1000);
    expect(Math.round(days)).toBe(90);
    expect(key).toMatchObject({ scopes: ['read-own', 'write-own'], endsAt: null, mailedAt: null });
  });
});
