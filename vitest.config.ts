import path from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { configDefaults, defineConfig } from 'vitest/config';
import { SlowestFirst } from '#test/config/slowest-first.ts';
import { timeLimits } from '#test/config/time-limits.ts';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  resolve: {
    alias: [
      // Vite would take the file that imports each of 1,700 icons from a module of its own: a third of the time in
      // which a worker loads the application.
      {
        find: /^lucide-react$/,
        replacement: path.resolve('node_modules/lucide-react/dist/cjs/lucide-react.js'),
      },
    ],
  },
  test: {
    include: ['{src,catalog,simulator,scripts,bench}/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    exclude: [
      ...configDefaults.exclude,
      // These run with Playwright: playwright.config.ts.
      'test/e2e/**',
      // These measure the memory of a server and need an idle machine: `npm run attack`.
      'test/attack/**',
      // These start several processes each, and some need Redis: `npm run test:cluster`.
      'test/cluster/**',
      // These need Caddy, nginx, HAProxy and Redis: `npm run check-deployment`.
      'test/deploy/started/**',
    ],
    globalSetup: ['test/config/global-setup.ts'],
    setupFiles: ['test/config/setup.ts'],
    environment: 'node',
    // Otherwise the URL of a style sheet is an empty string, and React warns about it.
    css: true,
    maxWorkers: 3,
    // With the default of Node, collecting garbage takes an eighth of the processor time: each page that is rendered
    // fills the space for new objects again.
    execArgv: ['--max-semi-space-size=64'],
    // The files that run in one process share the modules: importing the web application takes a second. So a file
    // that mocks a module must import it again: vi.resetModules.
    isolate: false,
    sequence: { sequencer: SlowestFirst },
    testTimeout: timeLimits.test,
    hookTimeout: timeLimits.hook,
    expect: { poll: { timeout: timeLimits.effect, interval: 50 } },
    env: {
      NODE_ENV: 'test',
      // The scripts that tests start need a quarter less of the processor when their code need not be compiled.
      NODE_COMPILE_CACHE: path.resolve('node_modules/.cache/guildhall-compiled'),
    },
    // `npm run coverage`. Browser tests run the built application and are not counted.
    coverage: {
      include: ['src/**/*.{ts,tsx}'],
      exclude: ['src/**/*.test.{ts,tsx}', 'src/**/*.d.ts'],
      reporter: ['text-summary', 'html', 'json-summary'],
    },
  },
});
