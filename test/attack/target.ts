import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll } from 'vitest';
import {
  cleanUp,
  type Guildhall,
  makeDataDir,
  startGuildhall,
} from '../crash/guildhall-process.ts';

/** The built application in its own process, warmed up with requests. */
export interface Target {
  origin: string;
  port: number;
  pid: number;
  /** Its data folder, through which a test can prepare the database. */
  dataDir: string;
}

/** The time in which an ordinary request must be answered completely. */
const answerMs = 10_000;
const sampleEveryMs = 50;

/** Starts the built application before the tests of a file, warms it up, and stops it after them. */
export function useTarget(settings: Record<string, string> = {}): Target {
  const target: Target = { origin: '', port: 0, pid: 0, dataDir: '' };
  beforeAll(async () => {
    target.dataDir = await makeDataDir();
    const options = { TRUST_PROXY: '0', ...settings };
    const guildhall: Guildhall = await startGuildhall(target.dataDir, options);
    target.origin = guildhall.origin;
    target.port = Number(new URL(guildhall.origin).port);
    target.pid = guildhall.process.pid ?? 0;
    // The memory of a new process grows with its first requests, even without an attack.
    for (let round = 0; round < 150; round += 1) await visit(target);
  });
  afterAll(() => cleanUp(target.dataDir));
  return target;
}

/** The effect of an attack on the server and on ordinary visitors. */
export interface AttackOutcome {
  /** The peak growth of resident memory in MB. */
  grownMb: number;
  /** The errors of ordinary requests that were not answered. */
  unanswered: string[];
  answered: number;
  slowestMs: number;
}

/**
 * Runs `attack` while an ordinary visitor reads pages, and measures the server's memory from before the
 * attack until its end.
 */
export async function measureDuring(
  target: Target,
  attack: () => Promise<void>,
): Promise<AttackOutcome> {
  const before = await memoryOf(target.pid);
  const outcome: AttackOutcome = { grownMb: 0, unanswered: [], answered: 0, slowestMs: 0 };
  let over = false;

  async function sample(): Promise<void> {
    while (!over) {
      outcome.grownMb = Math.max(outcome.grownMb, (await memoryOf(target.pid)) - before);
      await pause(sampleEveryMs);
    }
  }
  async function read(): Promise<void> {
    while (!over) {
      const started = performance.now();
      try {
        await visit(target);
        outcome.answered += 1;
      } catch (error) {
        outcome.unanswered.push(String(error));
      }
      outcome.slowestMs = Math.max(outcome.slowestMs, performance.now() - started);
      await pause(sampleEveryMs);
    }
  }
  const watching = Promise.all([sample(), read()]);
  try {
    await attack();
    // At least one visit after the attack, even when the attack was short.
    await visit(target);
  } finally {
    over = true;
    await watching;
  }
  return outcome;
}

/** Sends the requests of an ordinary visitor. @throws Error when one is not answered with 200. */
export async function visit({ origin }: Pick<Target, 'origin'>): Promise<void> {
  const agent = new Agent();
  try {
    const html = await read(agent, `${origin}/`);
    const script = scriptIn(html);
    await Promise.all(['/healthz', '/reference', script].map((path) => read(agent, origin + path)));
  } finally {
    agent.destroy();
  }
}

/** The path of a script that the shop page loads. */
export async function findScript({ origin }: Pick<Target, 'origin'>): Promise<string> {
  return scriptIn(await (await fetch(origin)).text());
}

function scriptIn(html: string): string {
  const script = /\/static\/js\/[\w.-]+\.js/.exec(html)?.[0];
  if (!script) throw new Error('The shop page has no script.');
  return script;
}

function read(agent: Agent, url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, signal: AbortSignal.timeout(answerMs) }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => {
        text += piece;
      });
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`${url} answered ${response.statusCode}`));
      });
    });
    request.on('error', reject);
  });
}

/** Resident memory of a process in MB. */
async function memoryOf(pid: number): Promise<number> {
  if (process.platform !== 'linux') {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
    return Number(stdout) / 1024;
  }
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1]) / 1024;
}
