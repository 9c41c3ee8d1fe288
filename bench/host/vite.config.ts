import { defineConfig, mergeConfig } from 'vite';
import application from '../../vite.config.ts';

/** As the application is built, with a server that has routes more to compare with. */
export default defineConfig((env) =>
  mergeConfig(application(env), {
    logLevel: 'error',
    publicDir: false,
    environments: {
      ssr: { build: { rolldownOptions: { input: '../../bench/host/server.ts' } } },
    },
  }),
);
