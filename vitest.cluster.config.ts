import { configDefaults, defineConfig } from 'vitest/config';
import ordinary from './vitest.config.ts';

export default defineConfig({
  ...ordinary,
  test: {
    ...ordinary.test,
    include: ['test/cluster/**/*.test.ts'],
    exclude: configDefaults.exclude,
    maxWorkers: 1,
  },
});
