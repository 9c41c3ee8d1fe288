import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readProcessTreeMs } from '#test/config/durations/process-tree.ts';
import { mergeCounts, summarize } from './counts.ts';
import { describeDurations, sumDurations } from './durations.ts';
import { countPlaywright, countVitest } from './read-results.ts';
import { selectRunners } from './select-runners.ts';

describe('the summary of a test run', () => {
  test('names what failed and ends with the numbers of passed and failed tests of all runners', () => {
    const counts = mergeCounts([
      { passed: 40, failures: [], flaky: [] },
      { passed: 2, failures: ['b.test.ts › adds'], flaky: ['a.spec.ts › saves'] },
    ]);
    expect(summarize(counts)).toEqual({
      lines: ['Failed: b.test.ts › adds', '1 flaky: a.spec.ts › saves', '42 passed, 1 failed'],
      isPassed: false,
    });
  });

  test('says that no test was flaky', () => {
    const { lines, isPassed } = summarize({ passed: 3, failures: [], flaky: [] });
    expect(lines).toEqual(['0 flaky', '3 passed, 0 failed']);
    expect(isPassed).toBe(true);
  });

  test('accepts two flaky tests and names them', () => {
    const { lines, isPassed } = summarize({
      passed: 3,
      failures: [],
      flaky: ['a', 'b'],
    });
    expect(lines).toEqual(['2 flaky: a; b', '3 passed, 0 failed']);
    expect(isPassed).toBe(true);
  });

  test('of a nightly run counts each flaky test as failed', () => {
    const { lines, isPassed } = summarize({ passed: 3, failures: [], flaky: ['a'] }, 0);
    expect(lines).toEqual([
      '1 flaky (more than 0, so they count as failed): a',
      '2 passed, 1 failed',
    ]);
    expect(isPassed).toBe(false);
  });

  test('counts three flaky tests as failed', () => {
    const { lines, isPassed } = summarize({
      ...{ passed: 10, failures: ['d'], flaky: ['a', 'b', 'c'] },
    });
    expect(lines).toEqual([
      'Failed: d',
      '3 flaky (more than 2, so they count as failed): a; b; c',
      '7 passed, 4 failed',
    ]);
    expect(isPassed).toBe(false);
  });
});

describe('the counts of a report', () => {
  test('of Vitest contain skipped tests and files that could not be loaded as failed', () => {
    const file = (name: string, status: string, ...statuses: string[]) => ({
      ...{ name: path.resolve(name), status },
      assertionResults: statuses.map((one) => ({ status: one, fullName: `a shop ${one}` })),
    });
    const report = {
      testResults: [
        file('src/a.test.ts', 'passed', 'passed', 'passed'),
        file('src/b.test.ts', 'failed', 'passed', 'failed'),
        file('src/c.test.ts', 'passed', 'skipped'),
        file('src/d.test.ts', 'failed'),
      ],
    };
    const failures = [
      'src/b.test.ts › a shop failed',
      'src/c.test.ts › a shop skipped',
      'src/d.test.ts',
    ];
    expect(countVitest(report)).toEqual({ passed: 3, failures, flaky: [] });
  });

  test('of Playwright contain nested tests, and flaky ones by their full name', () => {
    const spec = (title: string, status: string) => ({ title, file: 'x', tests: [{ status }] });
    const report = {
      errors: [],
      suites: [
        {
          title: 'chat.spec.ts',
          specs: [spec('opens', 'expected')],
          suites: [
            { title: 'a chat', specs: [spec('sends', 'flaky'), spec('ends', 'unexpected')] },
          ],
        },
      ],
    };
    const flaky = ['chat.spec.ts › a chat › sends'];
    const failures = ['chat.spec.ts › a chat › ends'];
    expect(countPlaywright(report)).toEqual({ passed: 2, failures, flaky });
  });

  test('of Playwright contain skipped tests and errors outside of tests as failed', () => {
    const tests = [{ status: 'skipped' }];
    const report = {
      errors: [{ message: 'The file could not be loaded.' }],
      suites: [{ title: 'a.spec.ts', specs: [{ title: 'waits', file: 'a.spec.ts', tests }] }],
    };
    const failures = ['The file could not be loaded.', 'a.spec.ts › waits'];
    expect(countPlaywright(report)).toEqual({ passed: 0, failures, flaky: [] });
  });
});

describe('the arguments of a test run', () => {
  test('select both runners without arguments, or with only a shard', () => {
    expect(selectRunners([])).toEqual({ vitest: [], playwright: [] });
    const shard = ['--shard=1/4'];
    expect(selectRunners(shard)).toEqual({ vitest: shard, playwright: shard });
  });

  test.each([
    [['src', 'catalog'], { vitest: ['src', 'catalog'] }],
    [['test/conformance'], { vitest: ['test/conformance'] }],
    [['--config', 'vitest.attack.config.ts'], { vitest: ['--config', 'vitest.attack.config.ts'] }],
    [['-t', 'sells'], { vitest: ['-t', 'sells'] }],
    [['test/e2e', '--shard=1/4'], { playwright: ['test/e2e', '--shard=1/4'] }],
    [['./test/e2e/chat', '-g', 'sends'], { playwright: ['./test/e2e/chat', '-g', 'sends'] }],
  ])('%j select %j', (args, runners) => {
    expect(selectRunners(args)).toEqual(runners);
  });

  test('are divided by the paths of the runners', () => {
    expect(selectRunners(['src/domain', 'test/e2e/chat.spec.ts'])).toEqual({
      vitest: ['src/domain'],
      playwright: ['test/e2e/chat.spec.ts'],
    });
  });
});

describe('the durations of a test run', () => {
  test('are summed by file over processes, with the slowest first and totals by runner', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'durations-'));
    const row = (file: string, processorSeconds: number, postgresSeconds = 0) =>
      JSON.stringify({ file, runner: 'vitest', seconds: 2, processorSeconds, postgresSeconds });
    writeFileSync(path.join(folder, '1'), `${row('a.test.ts', 1)}\n${row('b.test.ts', 3)}\n`);
    writeFileSync(path.join(folder, '2'), `${row('a.test.ts', 4, 0.5)}\n`);
    const rows = sumDurations(folder);
    rmSync(folder, { recursive: true });
    expect(rows).toMatchObject([
      { file: 'a.test.ts', seconds: 4, processorSeconds: 5, postgresSeconds: 0.5 },
      { file: 'b.test.ts', seconds: 2, processorSeconds: 3, postgresSeconds: 0 },
    ]);
    expect(describeDurations(rows).slice(1)).toEqual([
      '      5.0      4.0      0.5  a.test.ts',
      '      3.0      2.0      0.0  b.test.ts',
      '      8.0      6.0      0.5  2 files of vitest',
    ]);
  });

  test('contain the processor time of processes that a test started, also of ended ones', async () => {
    // Elsewhere only the time of the process itself is known.
    const leastMs = process.platform === 'linux' ? 250 : 0;
    const work = 'while (process.cpuUsage().user < 300_000);';
    const before = readProcessTreeMs();
    spawnSync(process.execPath, ['--eval', work]);
    const ended = readProcessTreeMs();
    expect(ended - before).toBeGreaterThanOrEqual(leastMs);
    const waiting = `${work} console.log('done'); setInterval(() => {}, 60_000);`;
    const living = spawn(process.execPath, ['--eval', waiting]);
    await once(living.stdout, 'data');
    expect(readProcessTreeMs() - ended).toBeGreaterThanOrEqual(leastMs);
    living.kill();
    await once(living, 'exit');
  });
});

test('the folder of a test run is deleted when the run ends, or by the next run when it was killed', () => {
  const module = JSON.stringify(path.resolve('scripts/testing/temporary-folder.ts'));
  const runWith = (end: string) => {
    const code = `import { makeTemporaryFolder } from ${module};
      process.stdout.write(makeTemporaryFolder());
      ${end}`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', code]);
    return stdout.toString();
  };
  const killed = runWith('process.kill(process.pid, "SIGKILL");');
  expect(existsSync(killed)).toBe(true);
  const ended = runWith('');
  expect(ended).toMatch(/guildhall-tests-/);
  expect([existsSync(killed), existsSync(ended)]).toEqual([false, false]);
});
