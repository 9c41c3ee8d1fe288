import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launchBrowser } from '#test/browser.ts';
import { cleanUp, startGuildhall } from '#test/crash/guildhall.ts';
import { makePreparedDataDir } from '#test/crash/prepared-data-dir.ts';
import type { Cast } from './cast.ts';
import { raiseCurtain } from './curtain.ts';

interface House {
  browser: Browser;
  origin: string;
  dataDir: string;
  cast: Cast;
}

const nobody: Cast = {
  visitor: undefined,
  guest: undefined,
  newcomer: undefined,
  player: undefined,
  keeper: undefined,
};

/**
 * The built application, a browser, and with `cast` the people of `raiseCurtain`, for the tests of one
 * file. Its members may be read from inside tests and hooks only.
 */
export function useHouse(
  settings: Record<string, string>,
  options: { cast?: boolean } = {},
): Readonly<House> {
  let house: House | undefined;
  let dataDir: string;

  beforeAll(async () => {
    dataDir = await makePreparedDataDir();
    const [browser, { origin }] = await Promise.all([
      launchBrowser(),
      startGuildhall(dataDir, settings),
    ]);
    house = { browser, origin, dataDir, cast: nobody };
    if (options.cast) house.cast = await raiseCurtain(browser, origin, dataDir);
  });

  afterAll(async () => {
    await house?.browser.close();
    await cleanUp(dataDir);
  });

  const open = () => {
    if (!house) throw new Error('The house is open during tests only.');
    return house;
  };
  return {
    get browser() {
      return open().browser;
    },
    get origin() {
      return open().origin;
    },
    get dataDir() {
      return open().dataDir;
    },
    get cast() {
      return open().cast;
    },
  };
}
