import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setInterval } from 'node:timers';
import { uploadFile } from '@uploadcare/upload-client';
import { type APIRequestContext, request } from 'playwright-core';
import { uploadPath } from '#shared/constants/gallery-paths.ts';
import { startGuildhall } from '#test/crash/guildhall-process.ts';
import { password } from '#test/e2e/fixtures/test-users.ts';
import { claimingPng, gifOf, photograph, plain } from '#test/fixtures/generated-images.ts';
import type { Measured } from './rounds.ts';

/** As far apart as the memory of a process that reads a picture is looked at, in milliseconds. */
const lookEveryMs = 5;

/**
 * What the server and the processes that read pictures hold together at most while strangers send the
 * worst that is known, against their peak with ordinary photographs of 12 megapixels. Each begins with a
 * new server; Postgres is not counted.
 */
export async function pictures(dataDir: string): Promise<Measured[]> {
  const photo = await (await photograph(4000, 3000)).jpeg({ quality: 90 }).toBuffer();
  const ordinary = await peakWith(
    path.join(dataDir, 'ordinary'),
    Array.from({ length: 8 }, () => photo),
  );
  const worst = await tortures();
  const tortured = await peakWith(path.join(dataDir, 'torture'), worst);
  return [
    {
      claim: `Peak memory of the server with its workers under ${worst.length} tortures ÷ with 12-megapixel photographs`,
      ours: inMb(tortured),
      theirs: inMb(ordinary),
      ratio: tortured / ordinary,
      goal: { atMost: 2 },
    },
  ];
}

const inMb = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;

/** All that may be sent, and what must be refused: 50 MB and 50 megapixels of each kind. */
async function tortures(): Promise<Buffer[]> {
  const [width, height] = [8_640, 5_780];
  const most = () => plain(width, height);
  const flat = (side: number) => plain(side, side);
  const photo = await photograph(width, height);
  const small = await flat(64).jpeg().toBuffer();
  return [
    claimingPng(60_000, 60_000),
    gifOf(10_000),
    gifOf(3_000_000),
    await photo.clone().jpeg({ quality: 80 }).toBuffer(),
    await photo
      .clone()
      .jpeg({ quality: 80, progressive: true, chromaSubsampling: '4:4:4' })
      .toBuffer(),
    await photo.clone().webp({ quality: 60, effort: 0 }).toBuffer(),
    await most().ensureAlpha().webp({ lossless: true, effort: 0 }).toBuffer(),
    await most().gif({ effort: 1 }).toBuffer(),
    await most().ensureAlpha().png({ progressive: true, compressionLevel: 1 }).toBuffer(),
    await most()
      .ensureAlpha()
      .toColourspace('rgb16')
      .png({ progressive: true, compressionLevel: 1 })
      .toBuffer(),
    await most()
      .toColourspace('cmyk')
      .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
      .toBuffer(),
    await flat(4_096).avif({ effort: 0, quality: 40 }).toBuffer(),
    await flat(4_096).avif({ effort: 0, bitdepth: 12, chromaSubsampling: '4:4:4' }).toBuffer(),
    await flat(7_000).avif({ effort: 0, quality: 40 }).toBuffer(),
    // As large as is taken, most of it behind the picture.
    Buffer.concat([small, Buffer.alloc(49_000_000, '<script>alert(1)</script>')]),
    small.subarray(0, small.byteLength / 2),
    Buffer.from('<!doctype html>'),
  ];
}

/** Sends files, one after the other, to a server of its own; answers its peak in bytes. */
async function peakWith(dataDir: string, files: readonly Buffer[]): Promise<number> {
  const { origin, process: server } = await startGuildhall(dataDir);
  const browser = await request.newContext();
  const pid = server.pid ?? 0;
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, withReaders(pid));
  }, lookEveryMs);
  try {
    await join(browser, origin);
    for (const file of files) await send(browser, origin, file);
    const health = await browser.get(`${origin}/healthz`);
    if (!health.ok()) throw new Error('The server has not survived it.');
    return peak;
  } finally {
    clearInterval(watch);
    await browser.dispose();
    server.kill('SIGTERM');
  }
}

async function join(browser: APIRequestContext, origin: string): Promise<void> {
  const form = { username: 'sender', email: 'sender@example.test', password };
  const headers = { Origin: origin, Accept: 'text/html' };
  for (const name of ['register', 'login']) {
    await browser.post(`${origin}/${name}`, { form, headers, maxRedirects: 0 });
  }
}

/** What is refused is refused: only what it takes is looked at here. */
async function send(browser: APIRequestContext, origin: string, file: Buffer): Promise<void> {
  const pass = await (await browser.get(`${origin}/community/camera/pass`)).json();
  await uploadFile(file, {
    publicKey: pass.publicKey,
    secureSignature: pass.signature,
    secureExpire: pass.expire,
    baseURL: origin + uploadPath,
    store: false,
  }).catch((error: unknown) => {
    if (!(error instanceof Error) || error.name !== 'UploadError') throw error;
  });
}

/** What the server and the processes that read pictures for it hold now, in bytes. */
function withReaders(pid: number): number {
  const readers = childrenOf(pid).filter((child) => read(child, 'cmdline').includes('reader.ts'));
  return [pid, ...readers].reduce((sum, one) => sum + residentOf(one), 0);
}

function childrenOf(pid: number): number[] {
  return read(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number);
}

function residentOf(pid: number): number {
  return 1024 * Number(/^VmRSS:\s*(\d+) kB$/m.exec(read(pid, 'status'))?.[1] ?? 0);
}

/** Empty for a process that has ended. */
function read(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
