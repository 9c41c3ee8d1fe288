import type { Plugin } from 'vite';

/** Builds `load-route-module.ts` in place of the router's own module, for which the router has no option. */
export const loadRouteModulePlugin: Plugin = {
  name: 'load-route-module',
  enforce: 'pre',
  apply: 'build',
  resolveId(source, importer) {
    const isRouterModule =
      source === './routeModules.js' && importer?.includes('/react-router/dist/');
    return isRouterModule ? `${import.meta.dirname}/load-route-module.ts` : null;
  },
};
