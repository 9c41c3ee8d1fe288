import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { plainImage } from '#test/fixtures/generated-images.ts';
import { createImageProcessor } from './image-processor.ts';

const reader = path.resolve('src/integrations/sharp/image-worker.ts');

let root = '';
let folder = '';
let file = '';

beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'guildhall-process-'));
  folder = await mkdtemp(path.join(root, 'made-'));
  file = path.join(root, 'picture');
  await writeFile(file, await plainImage(64, 48).png().toBuffer());
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** A worker script for tests, which gets the arguments of the real one. */
async function readerThat(script: string): Promise<string> {
  const name = path.join(root, 'reader.mjs');
  await writeFile(name, `const [, , file, folder] = process.argv;\n${script}`);
  return name;
}

const answer = `import { writeFileSync } from 'node:fs';
for (const name of ['full', 'thumbnail']) writeFileSync(folder + '/' + name + '.webp', name);
const size = { width: 1, height: 1 };
process.stdout.write(JSON.stringify({ format: 'png', full: size, thumbnail: size }));`;

/** A pipe that nobody writes to: opening it waits for ever. */
function neverEnding(): string {
  const pipe = path.join(root, 'never');
  execFileSync('mkfifo', [pipe]);
  return pipe;
}

const isThere = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('the image worker', () => {
  it('is stopped when it takes too long, and the next picture is processed', async () => {
    // The time for a picture is far above what this script needs for the second one.
    const script = await readerThat(
      `if (file.endsWith('never')) await new Promise(() => setInterval(() => {}, 99));\n${answer}`,
    );
    const images = createImageProcessor({ script, timeMax: 2_000 });
    const slow = images.process(path.join(root, 'never'), folder);
    const next = images.process(file, folder);
    await expect(slow).rejects.toMatchObject({ code: 'picture-heavy' });
    expect((await next).full).toMatchObject({ width: 1, height: 1 });
    expect(await readdir(folder)).toHaveLength(2);
  });

  it('is stopped when it takes too much memory', async () => {
    const large = path.join(root, 'large');
    // An interlaced picture is decoded completely in memory.
    const sent = plainImage(6_000, 5_000).toColourspace('rgb16').png({ progressive: true });
    await writeFile(large, await sent.toBuffer());
    const images = createImageProcessor({ script: reader, memoryMax: 150 * 1024 * 1024 });
    await expect(images.process(large, folder)).rejects.toMatchObject({ code: 'picture-heavy' });
    expect(await readdir(folder)).toEqual([]);
    expect((await images.process(file, folder)).full).toMatchObject({ width: 64 });
  });

  it('affects nothing else when its decoder crashes', async () => {
    const script = await readerThat(
      `process.kill(process.pid, 'SIGSEGV'); setInterval(() => {}, 99);`,
    );
    const images = createImageProcessor({ script });
    await expect(images.process(file, folder)).rejects.toMatchObject({ code: 'picture-broken' });
    expect(await readdir(folder)).toEqual([]);
  });

  it('gives an unexpected error, not an AppError, when it cannot work', async () => {
    const script = await readerThat(`throw new Error('the disk is full');`);
    const images = createImageProcessor({ script });
    const failure = images.process(file, folder);
    await expect(failure).rejects.toThrow('the disk is full');
    await expect(failure).rejects.not.toHaveProperty('code');
    await expect(images.process(path.join(root, 'none'), folder)).rejects.toThrow();
    expect(await readdir(folder)).toEqual([]);
  });

  it('gets none of the server’s settings', async () => {
    const seen = path.join(root, 'seen');
    const script = await readerThat(
      `import { writeFileSync as write } from 'node:fs';\nwrite('${seen}', JSON.stringify(process.env));\n${answer}`,
    );
    process.env.DATABASE_URL = 'postgres://secret';
    try {
      await createImageProcessor({ script }).process(file, folder);
    } finally {
      delete process.env.DATABASE_URL;
    }
    const environment = await readFile(seen, 'utf8');
    expect(environment).toContain('TMPDIR');
    expect(environment).not.toContain('secret');
  });

  it('runs one at a time, in order; a picture is rejected when too many wait', async () => {
    const log = path.join(root, 'log');
    const go = path.join(root, 'go');
    const script = await readerThat(`
      import { appendFileSync, existsSync } from 'node:fs';
      appendFileSync('${log}', 'begin ' + file + '\\n');
      while (!existsSync('${go}')) await new Promise((resolve) => setTimeout(resolve, 5));
      appendFileSync('${log}', 'end ' + file + '\\n');
      ${answer}`);
    const images = createImageProcessor({ script, waitingMax: 2 });
    const turns = ['a', 'b', 'c'].map((name) => images.process(path.join(root, name), folder));
    await expect(images.process(file, folder)).rejects.toMatchObject({ code: 'pictures-busy' });
    await writeFile(go, '');
    await Promise.all(turns);
    const lines = ['a', 'b', 'c']
      .map((name) => path.join(root, name))
      .flatMap((name) => [`begin ${name}`, `end ${name}`]);
    expect((await readFile(log, 'utf8')).trim().split('\n')).toEqual(lines);
    await images.process(file, folder);
  });

  it('makes the pictures of senders in turn, and one of many gives its place to another sender', async () => {
    const log = path.join(root, 'turns');
    const go = path.join(root, 'all');
    const script = await readerThat(`
      import { appendFileSync, existsSync } from 'node:fs';
      while (!existsSync('${go}')) await new Promise((resolve) => setTimeout(resolve, 5));
      appendFileSync('${log}', file.at(-1));
      ${answer}`);
    const images = createImageProcessor({ script, waitingMax: 4 });
    const send = (name: string, address: string, account: string) =>
      images.process(path.join(root, name), folder, undefined, undefined, { address, account });
    const sendMany = (name: string) => send(name, '192.0.2.1', 'many');
    const made = ['a', 'b', 'c'].map(sendMany);
    made.push(send('g', '192.0.2.1', 'another'));
    const rejected = expect(sendMany('d')).rejects.toMatchObject({ code: 'pictures-busy' });
    made.push(send('f', '192.0.2.2', 'one'));
    await writeFile(go, '');
    await Promise.all([...made, rejected]);
    expect([...(await readFile(log, 'utf8'))]).toEqual(['a', 'b', 'f', 'g', 'c']);
  });

  it('ends when the picture is no longer needed', async () => {
    const started = path.join(root, 'begun');
    const script = await readerThat(
      `import { writeFileSync } from 'node:fs';\nwriteFileSync('${started}', String(process.pid));\nsetInterval(() => {}, 99);`,
    );
    const images = createImageProcessor({ script });
    const leaving = new AbortController();
    const remainingFiles = images.process(file, folder, leaving.signal);
    const never = images.process(file, folder, leaving.signal);
    const refused = Promise.all([
      expect(remainingFiles).rejects.toMatchObject({ name: 'AbortError' }),
      expect(never).rejects.toMatchObject({ name: 'AbortError' }),
    ]);
    await expect.poll(() => existsSync(started) && readFile(started, 'utf8')).toMatch(/^\d+$/);
    leaving.abort();
    await refused;
    expect(isThere(Number(await readFile(started, 'utf8')))).toBe(false);
    expect(await readdir(folder)).toEqual([]);
  });

  it('ends with the server, however the server ends', async () => {
    const bounds = JSON.stringify({ memoryMax: 1e9 });
    const child = spawn(process.execPath, [reader, neverEnding(), folder, bounds], {
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    await once(child, 'spawn');
    child.stdin.destroy();
    const [, signal] = await once(child, 'exit');
    expect(signal).toBe('SIGKILL');
  });
});
