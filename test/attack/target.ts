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

/** The built application as a process of its own, already used for a while. */
export interface Target {
  origin: string;
  port: number;
  pid: number;
  /** Its data folder, for what a test prepares in the database. */
  dataDir: string;
}

/** How long an ordinary request may wait for its whole response before it counts as not answered. */
const answerMs = 10_000;
const sampleEveryMs = 50;

/** Starts the built application before the tests of a file, warms it up, and ends it after them. */
export function useTarget(settings: Record<string, string> = {}): Target {
  const target: Target = { origin: '', port: 0, pid: 0, dataDir: '' };
  beforeAll(async () => {
    target.dataDir = await makeDataDir();
    const options = { TRUST_PROXY: '0', ...settings };
    const guildhall: Guildhall = await startGuildhall(target.dataDir, options);
    target.origin = guildhall.origin;
    target.port = Number(new URL(guildhall.origin).port);
    target.pid = guildhall.process.pid ?? 0;
    // Memory of a fresh process grows with the first requests, whoever sends them.
    for (let round = 0; round < 150; round += 1) await visit(target);
  });
  afterAll(() => cleanUp(target.dataDir));
  return target;
}

/** What happened to the server and to its ordinary visitors during an attack. */
export interface Outcome {
  /** Of resident memory, at its peak, in MB. */
  grownMb: number;
  /** Why ordinary requests were not answered. */
  unanswered: string[];
  answered: number;
  slowestMs: number;
}

/**
 * Does `attack` while an ordinary visitor goes on reading pages, and measures the server's memory from
 * before it until it is over.
 */
export async function during(target: Target, attack: () => Promise<void>): Promise<Outcome> {
  const before = await memoryOf(target.pid);
  const outcome: Outcome = { grownMb: 0, unanswered: [], answered: 0, slowestMs: 0 };
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
    // However short the attack was, somebody was there after it.
    await visit(target);
  } finally {
    over = true;
    await watching;
  }
  return outcome;
}

/** What an ordinary visitor asks for. @throws Error when one of it is not answered with 200. */
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

/** The address of a script that the shop loads. */
export async function findScript({ origin }: Pick<Target, 'origin'>): Promise<string> {
  return scriptIn(await (await fetch(origin)).text());
}

function scriptIn(html: string): string {
  const script = /\/static\/js\/[\w.-]+\.js/.exec(html)?.[0];
  if (!script) throw new Error('The shop names no script.');
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
