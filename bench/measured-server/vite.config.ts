import { defineConfig, mergeConfig } from 'vite';
import application from '../../vite.config.ts';

/** The build of the application with the bench server as its entry. */
export default defineConfig((env) =>
  mergeConfig(application(env), {
    logLevel: 'error',
    publicDir: false,
    environments: {
      ssr: { build: { rolldownOptions: { input: '../../bench/measured-server/server.ts' } } },
    },
  }),
);
