import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Rolldown } from 'vite';
import { createIconPlugin } from './src/web/lib/framework-patches/create-icon-plugin.ts';
import { loadRouteModulePlugin } from './src/web/lib/framework-patches/load-route-module-plugin.ts';
import { routeMatcherPlugin } from './src/web/lib/framework-patches/route-matcher-plugin.ts';
import { serverRouterPlugin } from './src/web/lib/framework-patches/server-router-plugin.ts';

interface Modules {
  getModuleInfo(id: string): { importers: string[]; exports: string[]; code: string | null } | null;
}

/** The modules around every screen. */
const frame = /\/src\/web\/(entry\.client|root|features\/shell\/routes\/site-layout)\.tsx/;
/** The screen that most visitors see first. */
const shop = /\/src\/web\/features\/catalog\/routes\/shop\.tsx/;
const icon = /\/lucide-react\/dist\/esm\/icons\//;
/** The form of login, registration and settings. Pages that only name a player do not need it. */
const accountForm = /\/src\/web\/features\/accounts\/components\/(account-f|use-field-validation)/;
/** What reads typed amounts. Most screens have no field for one. */
const amountField =
  /\/src\/(shared\/format\/amounts\/(amount-field|read-number)|web\/ui\/fields\/money-field)\.tsx?$/;
/** The forms of the administration, the moderation and the settings. Pages that many people read do not need them. */
const manyForms =
  /\/src\/web\/(ui\/(forms\/(?!failed-form)|confirmation-dialog|change-list|chip-links|sections-page)|lib\/actions\/use-(form|toasted)-result|features\/(admin|settings)\/components\/(admin|settings)-page)/;
/** This module imports all icons, also those that are not used. */
const everyIcon = /\/lucide-react\/dist\/esm\/lucide-react\.mjs/;

/** The files of the server. */
const serverOutput: Rolldown.OutputOptions = {
  // V8 stores a source with other characters in two bytes a character, and with it every page that contains the
  // text of one of its functions, such as an inline script. Such pages take a third longer to join and to send.
  charset: 'ascii',
  // They can have other characters.
  comments: false,
};

/** What a feature offers to others. */
const publicFile = /\/src\/web\/features\/[^/]+\/public\.ts/;

/**
 * The modules that import the module `id` statically. A `public.ts` is replaced by its importers that use a
 * name of `id`, because the build drops what they do not use.
 */
function importersOf(id: string, modules: Modules): string[] {
  const { importers = [], exports = [] } = modules.getModuleInfo(id) ?? {};
  // `*` stands for the names of a library that exports all of another file.
  const names = exports.filter((name) => name !== '*');
  const anyName = new RegExp(`\\b(${names.join('|')})\\b`);
  return importers.flatMap((importer) => {
    if (everyIcon.test(importer)) return [];
    if (!publicFile.test(importer)) return [importer];
    const users = modules.getModuleInfo(importer)?.importers ?? [];
    return users.filter((user) => anyName.test(modules.getModuleInfo(user)?.code ?? ''));
  });
}

/** Whether a file that matches `screens` imports the module `id` statically, directly or indirectly. */
function isNeededBy(screens: RegExp, id: string, modules: Modules): boolean {
  const importers = new Set(importersOf(id, modules));
  for (const importer of importers) {
    if (screens.test(importer)) return true;
    for (const next of importersOf(importer, modules)) importers.add(next);
  }
  return false;
}

export default defineConfig(({ command }) => ({
  plugins: [
    loadRouteModulePlugin,
    createIconPlugin,
    serverRouterPlugin,
    routeMatcherPlugin,
    tailwindcss(),
    reactRouter(),
  ],
  build: { target: 'es2022', assetsDir: 'static' },
  // Changes of data, screenshots or art must not reload the page.
  server: {
    watch: {
      // Only the folder of screenshots: other folders named `pictures` hold code.
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
            // The specification requires chunks in static/js. Every page loads the list of the files that routes import.
            // Only routes, and files that are loaded later, say what is in them: with the names of the shared files the
            // list had 0.8 KB more.
            entryFileNames: 'static/js/[name]-[hash:7].js',
            chunkFileNames: ({ isDynamicEntry }) =>
              `static/js/${isDynamicEntry ? '[name]-' : ''}[hash:7].js`,
            // Few requests: one file for modules that every screen needs. Modules that many screens share are
            // in one file with forms, one with those of the shop and one with the others.
            codeSplitting: {
              groups: [
                {
                  name: 'react',
                  test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
                  priority: 3,
                },
                {
                  debugName: 'frame',
                  name: (id, modules) => (isNeededBy(frame, id, modules) ? 'frame' : null),
                  priority: 2,
                },
                {
                  debugName: 'lists or shared',
                  name: (id, modules) => {
                    if ([accountForm, amountField, manyForms].some((one) => one.test(id)))
                      return null;
                    return icon.test(id) || isNeededBy(shop, id, modules) ? 'lists' : 'shared';
                  },
                  minShareCount: 8,
                  priority: 1,
                },
                { name: 'forms', test: manyForms, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
    ...(command === 'build' && {
      ssr: {
        // Node needs twice the time to start when it finds and loads a thousand files of packages. Packages with
        // native code stay in node_modules, and one that is loaded at its first use and needs a certain order
        // of its files.
        resolve: {
          noExternal: true,
          external: ['@node-rs/argon2', 'sharp', '@simplewebauthn/server'],
        },
        build: { rolldownOptions: { input: './src/server/main.ts', output: serverOutput } },
        // The variants of React for development are left out.
        define: { 'process.env.NODE_ENV': JSON.stringify('production') },
      },
    }),
  },
}));
