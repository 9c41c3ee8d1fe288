import type { Config } from '@react-router/dev/config';
import application from '../../react-router.config.ts';

/** The application's own build, in a folder of its own beside it. */
export default {
  ...application,
  appDirectory: '../../src/app',
  buildDirectory: '../../build/bench',
} satisfies Config;
