import type { Plugin } from 'vite';

/** In the build of the server, the router uses `route-matcher.ts` in place of its own matcher. */
export const routeMatcherPlugin: Plugin = {
  name: 'route-matcher',
  enforce: 'pre',
  apply: 'build',
  resolveId(source, importer) {
    const isMatcher = source === './matcher.js' && importer?.includes('/react-router/dist/');
    return isMatcher && this.environment.name === 'ssr'
      ? `${import.meta.dirname}/route-matcher.ts`
      : null;
  },
};
