import { configDefaults, defineConfig } from 'vitest/config';
import ordinary from './vitest.config.ts';

export default defineConfig({
  ...ordinary,
  test: {
    ...ordinary.test,
    include: ['test/deploy/started/**/*.test.ts'],
    exclude: configDefaults.exclude,
    maxWorkers: 1,
  },
});
