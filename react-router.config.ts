import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  serverBuildFile: 'main.js',
  ssr: true,
  // Few routes have client code of their own. Split files would only lengthen the list of routes.
  splitRouteModules: false,
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
