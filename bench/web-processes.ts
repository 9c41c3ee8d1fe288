import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Guildhall, startGuildhall } from '../test/crash/guildhall-process.ts';
import { acceptEncoding, requestRate } from './load.ts';
import { formatRate, type Measurement, measureInterleaved } from './measure-rounds-and-medians.ts';

interface Measured {
  instance: Guildhall;
  startMs: number;
  /** Resident memory of all processes without Postgres, after the start. */
  bytes: number;
  headers: Record<string, string>;
}

/** Compares instances of two and three web processes with one of a single process. */
export async function webProcesses(dataDir: string): Promise<Measurement[]> {
  const prepared = path.join(dataDir, 'prepared');
  await mkdir(prepared);
  await stop(await startGuildhall(prepared));
  const instances: Measured[] = [];
  try {
    for (const count of [1, 2, 3]) {
      instances.push(await start(prepared, path.join(dataDir, String(count)), count));
    }
    const [one, two, three] = instances;
    if (!one || !two || !three) throw new Error('An instance is missing.');
    return [
      await compareRates(one, two, 2),
      await compareRates(one, three, 3),
      {
        claim: 'Memory that a third web process adds ÷ memory of a single process, after the start',
        ours: inMb(three.bytes - two.bytes),
        theirs: inMb(one.bytes),
        ratio: (three.bytes - two.bytes) / one.bytes,
        goal: { atMost: 1 },
        note: `whole instances with 1, 2 and 3: ${instances.map(({ bytes }) => inMb(bytes)).join(', ')}`,
      },
      {
        claim: 'Start with three web processes ÷ with a single process, database prepared',
        ours: `${Math.round(three.startMs)} ms`,
        theirs: `${Math.round(one.startMs)} ms`,
        ratio: three.startMs / one.startMs,
        goal: { atMost: 2.5 },
        note: `with two: ${Math.round(two.startMs)} ms`,
      },
    ];
  } finally {
    for (const { instance } of instances) await stop(instance);
  }
}

async function start(prepared: string, dataDir: string, count: number): Promise<Measured> {
  await promisify(execFile)('cp', ['-a', prepared, dataDir]);
  const startedAt = performance.now();
  const instance = await startGuildhall(dataDir, { WEB_PROCESSES: String(count) });
  const startMs = performance.now() - startedAt;
  const cookie = await register(instance.origin);
  // The start allocates memory that is free shortly after.
  await pause(5_000);
  const bytes = await readMemory(instance.process.pid ?? 0);
  return {
    instance,
    startMs,
    bytes,
    headers: { 'Accept-Encoding': acceptEncoding, Cookie: cookie },
  };
}

async function compareRates(one: Measured, several: Measured, count: number): Promise<Measurement> {
  const rate = ({ instance, headers }: Measured) => requestRate(`${instance.origin}/`, headers);
  const { ours, theirs, ratio } = await measureInterleaved(
    () => rate(several),
    () => rate(one),
  );
  return {
    claim: `A player's shop page with ${count} web processes ÷ with a single process`,
    ours: formatRate(ours),
    theirs: formatRate(theirs),
    ratio,
    goal: { atLeast: 1.2 },
    note: 'two cores, shared with Postgres and the clients',
  };
}

async function register(origin: string): Promise<string> {
  const account = { username: 'ada', password: 'a long password', email: 'ada@example.com' };
  const post = (page: string) =>
    fetch(origin + page, {
      method: 'POST',
      body: new URLSearchParams(account),
      headers: { Origin: origin },
      redirect: 'manual',
    });
  await post('/register');
  const cookies = (await post('/login')).headers.getSetCookie();
  if (cookies.length === 0) throw new Error('The login set no cookie.');
  return cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ');
}

/** The resident memory of a process and its child processes that run Node. */
async function readMemory(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,rss=,args=']);
  let kilobytes = 0;
  for (const line of stdout.split('\n')) {
    const [own, parent, rss, ...args] = line.trim().split(/\s+/);
    const isChild = Number(parent) === pid && args.some((word) => word.endsWith('main.js'));
    if (Number(own) === pid || isChild) kilobytes += Number(rss);
  }
  return kilobytes * 1024;
}

async function stop(instance: Guildhall): Promise<void> {
  instance.process.kill('SIGTERM');
  await instance.exited;
}

const inMb = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;
