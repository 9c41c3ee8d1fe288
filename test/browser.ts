import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/**
 * The arguments of every test browser. The package's own list is not used: its `--single-process` ends
 * the browser with the first context that closes, and its `--disable-web-security` switches off what
 * the tests of origins, CSP and CORS are about.
 */
const browserArgs = [
  '--headless=shell',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

interface BrowserProgram {
  executablePath: string;
  args: string[];
  /** Removes what was unpacked for it. */
  tidy(): Promise<void>;
}

/** The browser that the npm package carries, the same everywhere; another one only by `CHROMIUM_PATH`. */
export async function findBrowser(): Promise<BrowserProgram> {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) return { executablePath: chosen, args: browserArgs, tidy: async () => {} };

  const { default: packaged } = await import('@sparticuz/chromium');
  // The package unpacks into the temporary folder and reuses a copy that is there, even a broken one.
  const folder = await mkdtemp(path.join(os.tmpdir(), 'guildhall-browser-'));
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  const executablePath = await packaged.executablePath();
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
  const tidy = () => rm(folder, { recursive: true, force: true });
  return { executablePath, args: browserArgs, tidy };
}

/** Starts it, for tests to drive. */
export async function launchBrowser(): Promise<Browser> {
  const { executablePath, args, tidy } = await findBrowser();
  const browser = await chromium.launch({ executablePath, args });
  browser.on('disconnected', () => void tidy());
  return browser;
}
