/** The arguments of each runner that is needed. */
export interface RunnerArguments {
  vitest?: string[];
  playwright?: string[];
}

/**
 * Chooses the runners for the arguments of `npm test`: first paths, then options. Paths under test/e2e
 * belong to Playwright, all others to Vitest. Without paths and options both run, and with a shard only,
 * both run a part. Other options without paths are options of Vitest.
 */
export function selectRunners(args: readonly string[]): RunnerArguments {
  const firstOption = args.findIndex((arg) => arg.startsWith('-'));
  const paths = firstOption < 0 ? [...args] : args.slice(0, firstOption);
  const options = firstOption < 0 ? [] : args.slice(firstOption);
  if (paths.length === 0) {
    const areForBoth = options.every((option) => option.startsWith('--shard='));
    return areForBoth ? { vitest: options, playwright: options } : { vitest: options };
  }
  const isBrowserTest = (path: string) => path.replace(/^\.\//, '').startsWith('test/e2e');
  const browser = paths.filter(isBrowserTest);
  const other = paths.filter((path) => !isBrowserTest(path));
  return {
    ...(other.length > 0 && { vitest: [...other, ...options] }),
    ...(browser.length > 0 && { playwright: [...browser, ...options] }),
  };
}
