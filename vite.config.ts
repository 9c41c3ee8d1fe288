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
    return isRouters
      ? `${import.meta.dirname}/src/web/lib/framework-patches/load-route-module.ts`
      : null;
  },
};

interface Modules {
  getModuleInfo(id: string): { importers: string[] } | null;
}

/** What is around every screen. */
const frame = /\/src\/web\/(entry\.client|root|features\/shell\/routes\/layout)\.tsx/;
/** The screen that most readers see first. */
const shop = /\/src\/web\/features\/catalog\/routes\/shop\.tsx/;
const icon = /\/lucide-react\/dist\/esm\/icons\//;
/** Imports all icons, whichever are used. */
const everyIcon = /\/lucide-react\/dist\/esm\/lucide-react\.mjs/;

/** Whether a file that `screens` matches imports a module statically, itself or through others. */
function isNeededBy(screens: RegExp, id: string, modules: Modules): boolean {
  const importers = new Set(modules.getModuleInfo(id)?.importers);
  for (const importer of importers) {
    if (screens.test(importer)) return true;
    if (everyIcon.test(importer)) continue;
    for (const next of modules.getModuleInfo(importer)?.importers ?? []) importers.add(next);
  }
  return false;
}

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
    entries: ['src/web/**/*.{ts,tsx}'],
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
            // Few requests: a file of what every screen needs, and of what many share one that the shop
            // loads and one that it does not.
            codeSplitting: {
              groups: [
                {
                  name: 'react',
                  test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
                  priority: 2,
                },
                {
                  debugName: 'frame',
                  name: (id, modules) => (isNeededBy(frame, id, modules) ? 'frame' : null),
                  priority: 1,
                },
                {
                  debugName: 'lists or shared',
                  name: (id, modules) =>
                    icon.test(id) || isNeededBy(shop, id, modules) ? 'lists' : 'shared',
                  minShareCount: 8,
                },
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
