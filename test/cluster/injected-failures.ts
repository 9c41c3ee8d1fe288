import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { timeLimits } from '#test/config/time-limits.ts';
import type { RedisServer } from '#test/fixtures/redis-server.ts';
import type { DatabaseCluster } from './database-cluster.ts';
import type { Machine } from './machine.ts';
import { listWebProcesses } from './node-processes.ts';

interface FailureTarget {
  /** One process. */
  small: Machine;
  /** Several web processes. */
  large: Machine;
  redis: RedisServer;
  database: DatabaseCluster;
}

/** Something that goes wrong, or a restart. */
export interface InjectedFailure {
  name: string;
  /** Whether requests that are being answered at its time may fail. */
  breaksRequests: boolean;
  /** Resolves when everything runs again. */
  run(target: FailureTarget): Promise<void>;
}

/** A service manager needs this time to start a process again. */
const restartMs = 1_000;

async function killMachine(machine: Machine): Promise<void> {
  await machine.kill();
  await pause(restartMs);
  await machine.start();
}

async function untilReplaced(machine: Machine, before: readonly number[], count: number) {
  const countNew = async () => {
    const now = await listWebProcesses(machine.process().pid ?? 0);
    return now.length === before.length && now.filter((pid) => !before.includes(pid)).length;
  };
  await expect.poll(countNew, { timeout: timeLimits.longTest }).toBe(count);
}

/** One of them happens in each round, in turn. */
export const kills: readonly InjectedFailure[] = [
  {
    name: 'kill -9 of a web process',
    breaksRequests: true,
    async run({ large }) {
      const before = await listWebProcesses(large.process().pid ?? 0);
      process.kill(before[0] ?? 0, 'SIGKILL');
      await untilReplaced(large, before, 1);
    },
  },
  {
    name: 'kill -9 of an instance of one process',
    breaksRequests: true,
    run: ({ small }) => killMachine(small),
  },
  {
    name: 'kill -9 of a primary process',
    breaksRequests: true,
    run: ({ large }) => killMachine(large),
  },
];

/** Each happens once: the first one in the first round after the kill, and so on. */
export const otherFailures: readonly InjectedFailure[] = [
  {
    name: 'restart of the web processes',
    breaksRequests: false,
    async run({ large }) {
      const before = await listWebProcesses(large.process().pid ?? 0);
      large.process().kill('SIGUSR2');
      await untilReplaced(large, before, before.length);
    },
  },
  {
    name: 'kill -9 of the primary database',
    breaksRequests: true,
    async run({ database }) {
      const killed = await database.kill();
      await database.failOver();
      // The next failure of a server leaves a standby that can confirm commits.
      await database.rebuild(killed);
    },
  },
  {
    name: 'Redis paused for 30 s',
    breaksRequests: false,
    async run({ redis }) {
      redis.process.kill('SIGSTOP');
      await pause(30_000);
      redis.process.kill('SIGCONT');
    },
  },
];
