import type { Config } from '@react-router/dev/config';
import application from '../../react-router.config.ts';

/** The build of the application in a separate folder. */
export default {
  ...application,
  appDirectory: '../../src/web',
  buildDirectory: '../../build/bench',
} satisfies Config;
