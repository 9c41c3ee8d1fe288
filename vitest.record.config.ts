import { defineConfig } from 'vitest/config';
import ordinary from './vitest.config.ts';

export default defineConfig({
  ...ordinary,
  test: {
    ...ordinary.test,
    include: ['src/{domain,web,realtime,http-body,api,server}/**/*.test.{ts,tsx}'],
    setupFiles: ['test/config/setup.ts', 'test/config/record-statements.ts'],
  },
});
