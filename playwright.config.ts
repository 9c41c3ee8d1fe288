import { defineConfig } from '@playwright/test';
import { timeLimits } from '#test/config/time-limits.ts';

/** The tests of the screens of a community. They share its server. */
const screens = ['**/accessibility.spec.ts', '**/rewritten-pages.spec.ts'];

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  forbidOnly: Boolean(process.env.CI),
  // The report does not name the commit: tests run without git.
  captureGitInfo: { commit: false, diff: false },
  // More than two cores: tests often wait for the network and the browser.
  workers: 3,
  // A test that passes on a retry is reported as flaky: see scripts/testing/counts.ts.
  retries: 1,
  // A broken build ends early, instead of running every test twice and storing a trace of each.
  maxFailures: 10,
  timeout: timeLimits.longTest,
  expect: { timeout: timeLimits.page },
  reporter: 'list',
  use: {
    actionTimeout: timeLimits.page,
    navigationTimeout: timeLimits.page,
    // A trace of each test would take an eighth of the processor time. Without screenshots: the pages are in
    // the trace as documents.
    trace: { mode: 'on-first-retry', screenshots: false },
  },
  // In this order: the many short tests of the screens keep all workers busy until the end. A worker starts again for
  // another project and for another server.
  projects: [
    { name: 'pages', testIgnore: screens },
    { name: 'screens', testMatch: screens },
  ],
});
