import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setInterval } from 'node:timers';
import { uploadFile } from '@uploadcare/upload-client';
import { type APIRequestContext, request } from 'playwright-core';
import { uploadApiPath } from '#shared/constants/gallery/gallery-paths.ts';
import { startGuildhall } from '#test/crash/guildhall-process.ts';
import { password } from '#test/e2e/fixtures/test-user.ts';
import {
  createGif,
  photograph,
  plainImage,
  pngClaimingSize,
} from '#test/fixtures/generated-images.ts';
import type { Measurement } from './measure-rounds-and-medians.ts';

/** The interval in milliseconds at which memory is measured. */
const sampleEveryMs = 5;

/**
 * Compares the peak memory of the server and its image workers for the worst known files with the peak for
 * ordinary photographs of 12 megapixels. Each measurement starts a new server. Postgres is not counted.
 */
export async function pictures(dataDir: string): Promise<Measurement[]> {
  const photo = await (await photograph(4000, 3000)).jpeg({ quality: 90 }).toBuffer();
  const ordinary = await peakWith(
    path.join(dataDir, 'ordinary'),
    Array.from({ length: 8 }, () => photo),
  );
  const worstFiles = await createWorstFiles();
  const worst = await peakWith(path.join(dataDir, 'torture'), worstFiles);
  return [
    {
      claim: `Peak memory of the server with its workers under ${worstFiles.length} tortures ÷ with 12-megapixel photographs`,
      ours: inMb(worst),
      theirs: inMb(ordinary),
      ratio: worst / ordinary,
      goal: { atMost: 2 },
    },
  ];
}

const inMb = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;

/** Files at the limits of 50 MB and 50 megapixels in every format, and files that must be rejected. */
async function createWorstFiles(): Promise<Buffer[]> {
  const [width, height] = [8_640, 5_780];
  const largest = () => plainImage(width, height);
  const flat = (side: number) => plainImage(side, side);
  const photo = await photograph(width, height);
  const small = await flat(64).jpeg().toBuffer();
  return [
    pngClaimingSize(60_000, 60_000),
    createGif(10_000),
    createGif(3_000_000),
    await photo.clone().jpeg({ quality: 80 }).toBuffer(),
    await photo
      .clone()
      .jpeg({ quality: 80, progressive: true, chromaSubsampling: '4:4:4' })
      .toBuffer(),
    await photo.clone().webp({ quality: 60, effort: 0 }).toBuffer(),
    await largest().ensureAlpha().webp({ lossless: true, effort: 0 }).toBuffer(),
    await largest().gif({ effort: 1 }).toBuffer(),
    await largest().ensureAlpha().png({ progressive: true, compressionLevel: 1 }).toBuffer(),
    await largest()
      .ensureAlpha()
      .toColourspace('rgb16')
      .png({ progressive: true, compressionLevel: 1 })
      .toBuffer(),
    await largest()
      .toColourspace('cmyk')
      .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
      .toBuffer(),
    await flat(4_096).avif({ effort: 0, quality: 40 }).toBuffer(),
    await flat(4_096).avif({ effort: 0, bitdepth: 12, chromaSubsampling: '4:4:4' }).toBuffer(),
    await flat(7_000).avif({ effort: 0, quality: 40 }).toBuffer(),
    // As large as is accepted, with most of the bytes after the picture.
    Buffer.concat([small, Buffer.alloc(49_000_000, '<script>alert(1)</script>')]),
    small.subarray(0, small.byteLength / 2),
    Buffer.from('<!doctype html>'),
  ];
}

/** Sends files one after the other to a new server. Returns its peak memory in bytes. */
async function peakWith(dataDir: string, files: readonly Buffer[]): Promise<number> {
  const { origin, process: server } = await startGuildhall(dataDir);
  const browser = await request.newContext();
  const pid = server.pid ?? 0;
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, memoryWithWorkers(pid));
  }, sampleEveryMs);
  try {
    await join(browser, origin);
    for (const file of files) await send(browser, origin, file);
    const health = await browser.get(`${origin}/healthz`);
    if (!health.ok()) throw new Error('The server does not answer after the uploads.');
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

/** Sends a file. A rejection is fine, because only the memory is measured here. */
async function send(browser: APIRequestContext, origin: string, file: Buffer): Promise<void> {
  const token = await (await browser.get(`${origin}/community/camera/pass`)).json();
  await uploadFile(file, {
    publicKey: token.publicKey,
    secureSignature: token.signature,
    secureExpire: token.expire,
    baseURL: origin + uploadApiPath,
    store: false,
  }).catch((error: unknown) => {
    if (!(error instanceof Error) || error.name !== 'UploadError') throw error;
  });
}

/** The current resident memory of the server and its image workers in bytes. */
function memoryWithWorkers(pid: number): number {
  const workers = childrenOf(pid).filter((child) =>
    read(child, 'cmdline').includes('image-worker.ts'),
  );
  return [pid, ...workers].reduce((sum, one) => sum + residentOf(one), 0);
}

function childrenOf(pid: number): number[] {
  return read(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number);
}

function residentOf(pid: number): number {
  return 1024 * Number(/^VmRSS:\s*(\d+) kB$/m.exec(read(pid, 'status'))?.[1] ?? 0);
}

/** Reads a file of `/proc`; empty for a process that has ended. */
function read(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
