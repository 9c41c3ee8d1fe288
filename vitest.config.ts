import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  test: {
    include: ['{src,starter,scripts,bench}/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/setup.ts'],
    environment: 'node',
    // Otherwise the address of a style sheet is an empty string, which React warns of.
    css: true,
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000, interval: 50 } },
    env: { NODE_ENV: 'test' },
  },
});
