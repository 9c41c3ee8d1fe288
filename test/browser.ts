import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const systemBrowsers = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

interface BrowserProgram {
  executablePath: string;
  args: string[];
  /** Removes what was unpacked for it. */
  tidy(): Promise<void>;
}

/** The system's Chromium, or else the one that the npm package carries. */
export async function findBrowser(): Promise<BrowserProgram> {
  const system = systemBrowsers.find((file) => file && existsSync(file));
  if (system) return { executablePath: system, args: quiet, tidy: async () => {} };

  const { default: carried } = await import('@sparticuz/chromium');
  // It reuses whatever an earlier run, also a broken one, left in the temporary folder.
  const folder = await mkdtemp(path.join(os.tmpdir(), 'guildhall-browser-'));
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  const executablePath = await carried.executablePath();
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
  const tidy = () => rm(folder, { recursive: true, force: true });
  return { executablePath, args: [...carried.args, ...quiet], tidy };
}

/** Starts it, for tests to drive. */
export async function launchBrowser(): Promise<Browser> {
  const { executablePath, args, tidy } = await findBrowser();
  const browser = await chromium.launch({ executablePath, args });
  browser.on('disconnected', () => void tidy());
  return browser;
}
