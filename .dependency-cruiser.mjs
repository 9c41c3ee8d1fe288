/**
 * The dependency rules of docs/architecture.md. Tests and their helpers may import anything; nothing
 * else imports them.
 */
const tests = String.raw`\.test\.tsx?$|/test-harness\.ts$`;
const own = '^(src|catalog|simulator|test|scripts|bench)/';
const outside = ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'core'];

/** What a web feature offers to others: to browsers and servers, or to servers only. */
const publicFiles = String.raw`^src/web/features/[^/]+/public(\.server)?\.ts$`;

/** A folder may import only the folders that are listed. */
function folder(name, path, allowed) {
  return {
    name,
    severity: 'error',
    from: { path, pathNot: tests },
    to: { path: own, pathNot: allowed, dependencyTypesNot: outside },
  };
}

/** A domain folder may import itself and lower layers, but no other folder of its own layer. */
export const layers = [
  ['lib'],
  ['age-limits', 'secrets', 'permissions', 'site'],
  ['ledger', 'text-filters'],
  ['accounts'],
  ['catalog', 'wallet', 'notifications', 'privacy'],
  ['friends', 'groups', 'card-sets', 'game-library', 'gallery', 'system'],
  ['codes', 'inventory', 'gameplay', 'market', 'comments', 'chat', 'discussions', 'wishlist'],
  ['downloads', 'game-files', 'collections', 'trades', 'audit', 'retention'],
  ['crafting'],
  ['profiles'],
  ['moderation'],
  ['data-export', 'administration'],
  ['account-deletion'],
  ['example-community'],
];

const domainRules = layers.flatMap((folders, level) =>
  folders.map((name) => {
    const below = layers.slice(0, level).flat();
    return {
      name: `domain-${name}`,
      comment: 'A domain folder imports only its own files and lower layers.',
      severity: 'error',
      from: { path: `^src/domain/${name}/`, pathNot: tests },
      to: {
        path: '^src/domain/.+/',
        pathNot: [name, ...below].map((other) => `^src/domain/${other}/`),
      },
    };
  }),
);

/** A feature may import features of lower layers, but none of its own layer. */
export const featureLayers = [
  ['accounts', 'api-reference', 'game-library', 'gameplay', 'groups', 'moderation', 'wishlist'],
  ['admin', 'collections', 'comments', 'friends', 'gallery', 'market', 'settings', 'wallet'],
  ['discussions', 'notifications', 'shell', 'trades'],
  ['chat', 'inventory', 'profiles'],
  ['catalog'],
];

const featureRules = featureLayers.flatMap((features, level) =>
  features.map((name) => ({
    name: `web-feature-${name}`,
    comment: 'A feature imports only its own files and public files of features in lower layers.',
    severity: 'error',
    from: { path: `^src/web/features/${name}/`, pathNot: tests },
    to: {
      path: '^src/web/features/',
      pathNot: [name, ...featureLayers.slice(0, level).flat()].map(
        (other) => `^src/web/features/${other}/`,
      ),
    },
  })),
);

/** `from` may import only types of `to`. */
function typesOnly(name, comment, from, to) {
  return {
    name,
    comment,
    severity: 'error',
    from: { path: from, pathNot: tests },
    to: { path: to, dependencyTypesNot: ['type-only'] },
  };
}

export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Cycles of type imports are not allowed either.',
      severity: 'error',
      from: { pathNot: tests },
      to: { circular: true },
    },
    folder('shared', '^src/shared/', ['^src/shared/']),
    folder('database', '^src/database/', ['^src/database/', '^src/shared/']),
    folder('domain', '^src/domain/', ['^src/domain/', '^src/database/', '^src/shared/']),
    folder('integrations', '^src/integrations/', [
      '^src/integrations/',
      '^src/shared/',
      '^src/domain/',
    ]),
    typesOnly(
      'integrations-implement-ports',
      'The domain declares a port; an integration imports its type, never its code.',
      '^src/integrations/',
      '^src/domain/',
    ),
    {
      name: 'opentelemetry-is-loaded-when-on',
      comment: 'Only `await import()` or types: a server without it does not load its packages.',
      severity: 'error',
      from: { pathNot: [tests, '^src/integrations/opentelemetry/'] },
      to: {
        path: ['^src/integrations/opentelemetry/', 'node_modules/@opentelemetry/'],
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    folder('web', '^src/web/', ['^src/web/', '^src/domain/', '^src/shared/']),
    typesOnly(
      'web-ui-is-primitive',
      'Components show what loaders read: they import types of the domain, never its code.',
      '^src/web/(ui|features/[^/]+/components)/',
      '^src/domain/',
    ),
    {
      name: 'web-feature-uses-public',
      comment:
        'A feature imports public.ts and public.server.ts of another feature, and nothing else.',
      severity: 'error',
      from: { path: '^src/web/features/([^/]+)/', pathNot: tests },
      to: { path: '^src/web/features/', pathNot: ['^src/web/features/$1/', publicFiles] },
    },
    {
      name: 'web-root-uses-public',
      comment: 'The document around the pages imports features through public.ts too.',
      severity: 'error',
      from: { path: '^src/web/[^/]+$', pathNot: tests },
      to: { path: '^src/web/features/', pathNot: publicFiles },
    },
    {
      name: 'web-ui-paths-and-lib-have-no-feature',
      severity: 'error',
      from: { path: '^src/web/(ui|paths|lib)/', pathNot: tests },
      to: { path: '^src/web/features/' },
    },
    typesOnly(
      'web-paths-are-texts',
      'Paths are made without components and use cases.',
      '^src/web/paths/',
      '^src/(domain|web/(ui|lib))/',
    ),
    {
      name: 'web-public-is-components',
      comment:
        'public.ts is loaded by browsers; what only the server needs is in public.server.ts.',
      severity: 'error',
      from: { path: '^src/web/features/[^/]+/public\\.ts$' },
      to: { path: '.', pathNot: '^src/web/features/[^/]+/components/' },
    },
    folder('realtime', '^src/realtime/', ['^src/realtime/', '^src/domain/', '^src/shared/']),
    folder('http-body', '^src/http-body/', ['^src/http-body/', '^src/shared/']),
    folder('api', '^src/api/', ['^src/api/', '^src/http-body/', '^src/domain/', '^src/shared/']),
    {
      name: 'catalog',
      comment: 'The bundled catalog is data and the code that draws its pictures.',
      severity: 'error',
      from: { path: '^catalog/', pathNot: tests },
      to: { path: '^(src|simulator|test|scripts|bench)/' },
    },
    {
      name: 'programs-are-not-imported',
      severity: 'error',
      from: { path: '^(src|catalog)/', pathNot: [tests, '^src/server/'] },
      to: { path: ['^src/server/', '^test/', '^bench/', '^scripts/', '^simulator/', tests] },
    },
    {
      name: 'server-imports-no-tests',
      severity: 'error',
      from: { path: '^src/server/', pathNot: tests },
      to: { path: ['^test/', '^bench/', '^scripts/', '^simulator/', tests] },
    },
    {
      name: 'one-database-client',
      comment:
        'Only `openDatabase` opens clients: it retries conflicts and ends every transaction.',
      severity: 'error',
      from: { path: own, pathNot: '^src/database/' },
      to: { path: 'drizzle-orm/node-postgres', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'domain-folder-has-a-layer',
      comment: 'A new folder of the domain gets a place in the layers.',
      severity: 'error',
      from: {
        path: '^src/domain/[^/]+/',
        pathNot: [tests, `^src/domain/(${layers.flat().join('|')})/`],
      },
      to: { path: '.' },
    },
    {
      name: 'web-feature-has-a-layer',
      comment: 'A new feature gets a place in the layers.',
      severity: 'error',
      from: {
        path: '^src/web/features/[^/]+/',
        pathNot: [tests, `^src/web/features/(${featureLayers.flat().join('|')})/`],
      },
      to: { path: '.' },
    },
    ...domainRules,
    ...featureRules,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: [String.raw`\+types`, '^virtual:', String.raw`^\.react-router`] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
    },
  },
};
