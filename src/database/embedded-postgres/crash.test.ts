import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { readPidFile } from './postgres-process.ts';
import { startEmbeddedPostgres } from './start-embedded-postgres.ts';
import {
  childrenOf,
  countRows,
  dataDir,
  insertARow,
  isAlive,
  kill,
  parentOf,
  query,
  queryPostgres,
  running,
  spawnOwner,
  start,
  startOwner,
  until,
  useOwnDataDir,
  useSharedDataDir,
} from './test-harness.ts';
import { chooseRunAs } from './unprivileged-user.ts';

describe('a database that exists', () => {
  useSharedDataDir();

  it('after a crash of Node, Postgres stops and the next start has what was committed', async () => {
    const { owner, pid, connectionString } = await startOwner();
    await query(connectionString, insertARow);
    await kill(owner);
    await until('Postgres ends', async () => !(await isAlive(pid)));
    expect(await queryPostgres(await start(), countRows)).toBe(1);
  });

  it('after a crash of Node, an immediate start waits for the old Postgres', async () => {
    const { owner, connectionString } = await startOwner();
    await query(connectionString, insertARow);
    await kill(owner);
    expect(await queryPostgres(await start(), countRows)).toBe(1);
  });

  it('after a crash of Postgres, `exited` resolves and the next start recovers', async () => {
    const first = await start();
    await queryPostgres(first, insertARow);
    process.kill(first.pid, 'SIGKILL');
    expect(await first.exited).toBe(137);
    await first.stop();
    expect(await queryPostgres(await start(), countRows)).toBe(1);
  });

  it('after a crash of Node and Postgres, the next start recovers', async () => {
    const { owner, pid, connectionString } = await startOwner();
    await query(connectionString, insertARow);
    process.kill(pid, 'SIGKILL');
    await kill(owner);
    expect(await queryPostgres(await start(), countRows)).toBe(1);
  });

  it('after a crash of Node and the watchdog, the next start stops the Postgres that is still running', async () => {
    const { owner, pid, connectionString } = await startOwner();
    await query(connectionString, insertARow);
    const guard = await parentOf(pid);
    // Suspended, so that it cannot react to the end of its watchdog.
    owner.kill('SIGSTOP');
    const others = (await childrenOf(guard)).filter((child) => child !== pid);
    for (const part of [guard, ...others]) process.kill(part, 'SIGKILL');
    await kill(owner);
    expect(await query(connectionString, countRows)).toEqual([{ count: 1 }]);
    const lines: string[] = [];
    const next = await startEmbeddedPostgres({ dataDir, log: (line) => lines.push(line) });
    running.push(next);
    expect(lines.join()).toContain(`process ${pid}`);
    expect(await isAlive(pid)).toBe(false);
    expect(await queryPostgres(next, countRows)).toBe(1);
  });

  it('after a crash of the watchdog alone, Postgres does not stay without one', async () => {
    const postgres = await start();
    process.kill(await parentOf(postgres.pid), 'SIGKILL');
    await postgres.exited;
    // A Postgres that is ending removes its pid file a moment before its process is gone.
    await until('Postgres ends', async () => !(await isAlive(postgres.pid)));
    expect(await queryPostgres(await start(), 'SELECT 1')).toBe(1);
  });

  it('waits at its start for a Postgres that was started by hand, and does not stop it', async () => {
    const first = await start();
    await first.stop();
    const binaries = await findPostgresBinaries();
    const { prefix, spawnOptions } = await chooseRunAs(binaries, dataDir);
    const cluster = join(dataDir, 'postgres');
    const quiet = [
      '-c',
      'listen_addresses=',
      '-c',
      `unix_socket_directories=${first.connection.host}`,
    ];
    const command = [...prefix, binaries.postgres, '-D', cluster, ...quiet];
    const byHand = spawn(command[0] ?? '', command.slice(1), { ...spawnOptions, stdio: 'ignore' });
    const ended = once(byHand, 'exit');
    const readLog = () => readFile(join(dataDir, 'postgres.log'), 'utf8');
    const { length } = await readLog();
    const logged = async () => (await readLog()).slice(length);
    await until('it works', async () => (await readPidFile(cluster))?.ready === true);
    const waiting = start();
    await until('the start finds it', async () => (await logged()).includes('already exists'));
    expect(byHand.exitCode).toBeNull();
    byHand.kill('SIGINT');
    expect(await queryPostgres(await waiting, 'SELECT 1')).toBe(1);
    expect(await ended).toEqual([0, null]);
  });
});

describe('after a crash of Node', () => {
  useOwnDataDir();

  it('while the database was created, the next start creates it again', async () => {
    const owner = spawnOwner();
    await until('the creation begins', async () =>
      (await readdir(dataDir)).some((name) => name.startsWith('postgres.new-')),
    );
    await kill(owner);
    expect(await readdir(dataDir)).not.toContain('postgres');
    expect(await queryPostgres(await start(), 'SELECT 1')).toBe(1);
    expect((await readdir(dataDir)).filter((name) => name.includes('.new-'))).toEqual([]);
  });
});
