import { chmod, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { EmbeddedPostgresError, startEmbeddedPostgres } from './start-embedded-postgres.ts';
import {
  ask,
  COUNT_ROWS,
  dataDir,
  KEEP_A_ROW,
  modeOf,
  query,
  refusal,
  start,
  startOwner,
} from './test-harness.ts';

describe('a new database', () => {
  it('answers, keeps what is committed across starts, and may be stopped twice', async () => {
    const first = await start();
    await ask(first, KEEP_A_ROW);
    await Promise.all([first.stop(), first.stop()]);
    expect(await first.exited).toBe(0);
    const second = await start();
    expect(await ask(second, COUNT_ROWS)).toBe(1);
    expect(second.connection.password).toBe(first.connection.password);
  });

  it('writes through to the disk, checks its pages and knows letters beyond ASCII', async () => {
    const postgres = await start(dataDir, { work_mem: '7MB' });
    const setting = (name: string) => ask(postgres, `SHOW ${name}`);
    expect(await setting('fsync')).toBe('on');
    expect(await setting('full_page_writes')).toBe('on');
    expect(await setting('synchronous_commit')).toBe('on');
    expect(await setting('data_checksums')).toBe('on');
    expect(await setting('TimeZone')).toBe('UTC');
    expect(await setting('work_mem')).toBe('7MB');
    expect(await ask(postgres, "SELECT lower('ÉLAN')")).toBe('élan');
    await ask(postgres, 'CREATE EXTENSION pg_trgm');
    expect(await ask(postgres, "SELECT similarity('élan', 'elan') < 1")).toBe(true);
    expect(await ask(postgres, "SELECT array_length(show_trgm('é'), 1)")).toBe(2);
  });

  it('lets nobody in but the owner of the password, by the socket', async () => {
    const { connection, connectionString } = await start();
    const { password } = connection;
    const attempt = (changes: object) =>
      refusal(
        (async () => {
          const client = new Client({ ...connection, ...changes });
          await client.connect();
          await client.end();
        })(),
      );
    expect(await attempt({ password: 'wrong' })).toContain('password authentication failed');
    expect(await attempt({ password: 'wrong', user: 'postgres' })).toContain('failed');
    expect(await attempt({ user: 'postgres' })).toContain('failed');
    expect(await attempt({ host: '127.0.0.1' })).toMatch(/ECONNREFUSED|failed/);
    expect(await query(connectionString, 'SHOW listen_addresses')).toEqual([
      { listen_addresses: '' },
    ]);
    const rights = 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user';
    expect(await query(connectionString, rights)).toEqual([{ rolsuper: false }]);
    const rules = await readFile(join(dataDir, 'postgres/pg_hba.conf'), 'utf8');
    expect(rules).toBe('local all all scram-sha-256\n');
    expect(await modeOf(join(dataDir, 'postgres.password'))).toBe('600');
    expect(await modeOf(join(dataDir, 'postgres.log'))).toBe('600');
    expect(await modeOf(join(dataDir, 'postgres'))).toBe('700');
    expect(await modeOf(connection.host)).toBe('700');
    const log = await readFile(join(dataDir, 'postgres.log'), 'utf8');
    expect(log).not.toContain(password);
  });

  it('does not write refused statements into its log', async () => {
    const postgres = await start();
    await ask(postgres, 'CREATE TABLE once (value text PRIMARY KEY)');
    await ask(postgres, "INSERT INTO once VALUES ('private words')");
    const again = ask(postgres, "INSERT INTO once VALUES ('private words')");
    expect(await refusal(again)).toContain('duplicate key');
    await postgres.stop();
    expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).not.toContain('private words');
  });

  it('works in a folder too deep for a socket', async () => {
    const postgres = await start(join(dataDir, `a folder's, ${'deep'.repeat(20)}`, 'data'));
    expect(await ask(postgres, 'SELECT 1')).toBe(1);
    expect(await modeOf(postgres.connection.host)).toBe('700');
    await postgres.stop();
    await expect(stat(postgres.connection.host)).rejects.toThrow('ENOENT');
  });

  it('works where only the owner may enter, or says why it cannot', async () => {
    await chmod(dataDir, 0o700);
    // Root needs user namespaces for it, which some containers forbid.
    const outcome = await start().then(
      (postgres) => ask(postgres, "SELECT 'it works'"),
      (error: Error) => error.message,
    );
    expect(outcome).toMatch(/^it works$|^Postgres refuses to run as root, and no other user/);
  });

  it('makes a new password when the file is lost', async () => {
    const first = await start();
    await first.stop();
    await rm(join(dataDir, 'postgres.password'));
    const second = await start();
    expect(second.connection.password).not.toBe(first.connection.password);
    expect(await ask(second, 'SELECT 1')).toBe(1);
  });
});

describe('refusals', () => {
  it('refuses a second start on the same folder with a clear line', async () => {
    const postgres = await start();
    const message = `Another instance of Guildhall (process ${process.pid}) already uses ${dataDir}: stop it first, or set another DATA_DIR.`;
    const second = startEmbeddedPostgres({ dataDir });
    await expect(second).rejects.toThrow(new EmbeddedPostgresError(message));
    expect(await ask(postgres, 'SELECT 1')).toBe(1);
  });

  it('never touches the server of a living Guildhall, even when its lock was removed', async () => {
    const { owner, connectionString } = await startOwner();
    await rm(join(dataDir, 'instance.lock'));
    const line = `Another instance of Guildhall (process ${owner.pid}) already uses`;
    expect(await refusal(startEmbeddedPostgres({ dataDir }))).toContain(line);
    expect(await query(connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('lets one of several simultaneous starts win', async () => {
    const outcomes = await Promise.allSettled([start(), start(), start(), start()]);
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
  });

  it('says what is wrong with a setting, and starts without it', async () => {
    expect(await refusal(start(dataDir, { max_connections: 'many' }))).toMatch(
      /^Postgres does not start: .*"max_connections".*postgres\.log\)$/,
    );
    expect(await ask(await start(), 'SELECT 1')).toBe(1);
  });

  it('leaves a folder alone that holds something else', async () => {
    await writeFile(join(dataDir, 'postgres'), 'a letter');
    expect(await refusal(start())).toContain('is in the way');
    expect(await readFile(join(dataDir, 'postgres'), 'utf8')).toBe('a letter');
  });
});
