import { chmod, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { runSql } from './postgres-programs.ts';
import {
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  startEmbeddedPostgres,
} from './start-embedded-postgres.ts';
import {
  countRows,
  dataDir,
  getStartError,
  insertARow,
  modeOf,
  query,
  queryPostgres,
  start,
  startOwner,
  useOwnDataDir,
  useSharedDataDir,
} from './test-harness.ts';
import { chooseRunAs } from './unprivileged-user.ts';

describe('a new database', () => {
  useOwnDataDir();

  it('works, keeps what is committed across starts, and can be stopped twice', async () => {
    const first = await start();
    await queryPostgres(first, insertARow);
    await Promise.all([first.stop(), first.stop()]);
    expect(await first.exited).toBe(0);
    const second = await start();
    expect(await queryPostgres(second, countRows)).toBe(1);
    expect(second.connection.password).toBe(first.connection.password);
  });

  it('works in a folder whose path is too long for a socket', async () => {
    const postgres = await start(join(dataDir, `a folder's, ${'deep'.repeat(20)}`, 'data'));
    expect(await queryPostgres(postgres, 'SELECT 1')).toBe(1);
    expect(await modeOf(postgres.connection.host)).toBe('700');
    await postgres.stop();
    await expect(stat(postgres.connection.host)).rejects.toThrow('ENOENT');
  });

  it('works in a folder that only the owner may enter, or says why it cannot', async () => {
    await chmod(dataDir, 0o700);
    // For this, root needs user namespaces, which some containers forbid.
    const outcome = await start().then(
      (postgres) => queryPostgres(postgres, "SELECT 'it works'"),
      (error: Error) => error.message,
    );
    expect(outcome).toMatch(/^it works$|^Postgres refuses to run as root, and no other user/);
  });
});

describe('a database that exists', () => {
  useSharedDataDir();

  it('writes through to the disk, uses page checksums and recognizes letters beyond ASCII', async () => {
    const postgres = await start(dataDir, { work_mem: '7MB' });
    const setting = (name: string) => queryPostgres(postgres, `SHOW ${name}`);
    expect(await setting('fsync')).toBe('on');
    expect(await setting('full_page_writes')).toBe('on');
    expect(await setting('synchronous_commit')).toBe('on');
    expect(await setting('data_checksums')).toBe('on');
    expect(await setting('TimeZone')).toBe('UTC');
    expect(await setting('work_mem')).toBe('7MB');
    expect(await queryPostgres(postgres, "SELECT lower('ÉLAN')")).toBe('élan');
    await queryPostgres(postgres, 'CREATE EXTENSION pg_trgm');
    expect(await queryPostgres(postgres, "SELECT similarity('élan', 'elan') < 1")).toBe(true);
    expect(await queryPostgres(postgres, "SELECT array_length(show_trgm('é'), 1)")).toBe(2);
  });

  it('accepts only connections with the password, by the socket', async () => {
    const { connection, connectionString } = await start();
    const { password } = connection;
    const attempt = (changes: object) =>
      getStartError(
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

  it('does not log the text of failed statements', async () => {
    const postgres = await start();
    await queryPostgres(postgres, 'CREATE TABLE once (value text PRIMARY KEY)');
    await queryPostgres(postgres, "INSERT INTO once VALUES ('private words')");
    const again = queryPostgres(postgres, "INSERT INTO once VALUES ('private words')");
    expect(await getStartError(again)).toContain('duplicate key');
    await postgres.stop();
    expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).not.toContain('private words');
  });

  it('creates a new password when the file is lost', async () => {
    const first = await start();
    await first.stop();
    await rm(join(dataDir, 'postgres.password'));
    const second = await start();
    expect(second.connection.password).not.toBe(first.connection.password);
    expect(await queryPostgres(second, 'SELECT 1')).toBe(1);
  });

  it('of an earlier version may make backups after the next start, also after a crash', async () => {
    const mayReplicate = (postgres: EmbeddedPostgres) =>
      queryPostgres(postgres, 'SELECT rolreplication FROM pg_roles WHERE rolname = current_user');
    const first = await start();
    expect(await mayReplicate(first)).toBe(true);
    await first.stop();
    const binaries = await findPostgresBinaries();
    const runAs = await chooseRunAs(binaries, dataDir);
    const cluster = join(dataDir, 'postgres');
    await runSql(cluster, binaries, runAs, ['ALTER ROLE guildhall NOREPLICATION']);
    const crashed = await start();
    expect(await mayReplicate(crashed)).toBe(false);
    await queryPostgres(crashed, insertARow);
    process.kill(crashed.pid, 'SIGKILL');
    await crashed.exited;
    // Version 0.2 wrote no such file.
    await rm(join(cluster, 'guildhall.rights'));
    const upgraded = await start();
    expect(await mayReplicate(upgraded)).toBe(true);
    expect(await queryPostgres(upgraded, countRows)).toBe(1);
  });

  it('a second start on the same folder fails with a clear message', async () => {
    const postgres = await start();
    const message = `Another instance of Guildhall (process ${process.pid}) already uses ${dataDir}: stop it first, or set another DATA_DIR.`;
    const second = startEmbeddedPostgres({ dataDir });
    await expect(second).rejects.toThrow(new EmbeddedPostgresError(message));
    expect(await queryPostgres(postgres, 'SELECT 1')).toBe(1);
  });

  it('the server of a running Guildhall is not touched, even if its lock was removed', async () => {
    const { owner, connectionString } = await startOwner();
    await rm(join(dataDir, 'instance.lock'));
    const line = `Another instance of Guildhall (process ${owner.pid}) already uses`;
    expect(await getStartError(startEmbeddedPostgres({ dataDir }))).toContain(line);
    expect(await query(connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('an invalid setting is named in the error, and the start works without it', async () => {
    expect(await getStartError(start(dataDir, { max_connections: 'many' }))).toMatch(
      /^Postgres does not start: .*"max_connections".*postgres\.log\)$/,
    );
    expect(await queryPostgres(await start(), 'SELECT 1')).toBe(1);
  });
});

describe('in a new folder', () => {
  useOwnDataDir();

  it('one of several simultaneous starts succeeds', async () => {
    const outcomes = await Promise.allSettled([start(), start(), start(), start()]);
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
  });

  it('a folder with other content is not changed', async () => {
    await writeFile(join(dataDir, 'postgres'), 'a letter');
    expect(await getStartError(start())).toContain('is in the way');
    expect(await readFile(join(dataDir, 'postgres'), 'utf8')).toBe('a letter');
  });
});
