import type { Plugin } from 'vite';

/** In the build of the server, pages import `server-router.ts` in place of the router. */
export const serverRouterPlugin: Plugin = {
  name: 'server-router',
  enforce: 'pre',
  apply: 'build',
  resolveId(source, importer) {
    const isPage =
      source === 'react-router' &&
      importer?.includes('/src/web/') &&
      !importer.includes('/framework-patches/');
    return isPage && this.environment.name === 'ssr'
      ? `${import.meta.dirname}/server-router.ts`
      : null;
  },
};
