import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';

/** Puts our own loader of screens' scripts in the place of the router's, which reloads the page on failure. */
const ownScriptLoader: Plugin = {
  name: 'own-script-loader',
  enforce: 'pre',
  apply: 'build',
  resolveId(source, importer) {
    const isRouters = source === './routeModules.js' && importer?.includes('/react-router/dist/');
    return isRouters ? `${import.meta.dirname}/src/app/load-route-module.ts` : null;
  },
};

export default defineConfig(({ command }) => ({
  plugins: [ownScriptLoader, tailwindcss(), reactRouter()],
  build: { target: 'es2022', assetsDir: 'static' },
  // A change of data, pictures or tests is no reason to reload the page.
  server: {
    watch: {
      // The folder of screenshots alone: others of that name hold code.
      ignored: [
        '**/data/**',
        '**/build/**',
        `${import.meta.dirname}/pictures/**`,
        '**/public/art/**',
      ],
    },
  },
  optimizeDeps: {
    entries: ['src/app/**/*.{ts,tsx}'],
    include: [
      'react',
      'react-dom',
      'react-dom/client',
      'react/jsx-runtime',
      'react/jsx-dev-runtime',
      'react-router',
      'react-router/dom',
    ],
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // The specification places lazily loaded chunks under static/js.
            entryFileNames: 'static/js/[name]-[hash].js',
            chunkFileNames: 'static/js/[name]-[hash].js',
            // Few requests: what every screen needs is one file, what a third of them needs another.
            codeSplitting: {
              groups: [
                {
                  name: 'react',
                  test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
                  priority: 2,
                },
                { name: 'shared', test: /\/(src|node_modules)\//, minShareCount: 8, priority: 1 },
              ],
            },
          },
        },
      },
    },
    ...(command === 'build' && {
      ssr: { build: { rolldownOptions: { input: './src/server/main.ts' } } },
    }),
  },
}));
