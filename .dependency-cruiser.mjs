/**
 * The arrows of docs/architecture.md. Tests and factories may import anything; nothing else imports
 * them.
 */
const tests = String.raw`\.test\.tsx?$|/test-harness\.ts$`;
const own = '^(src|starter|test|scripts|bench)/';

/** A room may import only what is listed. */
function room(name, path, allowed, except = '') {
  const outside = ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'core'];
  return {
    name,
    severity: 'error',
    from: { path, pathNot: [tests, ...(except ? [except] : [])] },
    to: { path: own, pathNot: allowed, dependencyTypesNot: outside },
  };
}

/** Inside domain: a layer uses lower ones only, never a neighbour. */
const layers = [
  ['accounts', 'catalogue', 'money', 'notices'],
  ['friends', 'cards', 'library'],
  ['play', 'market', 'comments', 'chat', 'discussions', 'pictures', 'profiles'],
  ['moderation', 'audit'],
];

const domainRules = layers.flatMap((nouns, level) =>
  nouns.map((noun) => {
    const below = layers.slice(0, level).flat();
    const allowed = [noun, ...below].map((name) => `^src/domain/${name}/`);
    return {
      name: `domain-${noun}`,
      comment: 'A noun uses its own files and lower layers only.',
      severity: 'error',
      from: { path: `^src/domain/${noun}/`, pathNot: tests },
      to: { path: '^src/domain/.+/', pathNot: allowed },
    };
  }),
);

/** Who someone is, is a question of every layer: the session's account and what it may do. */
const actor = '^src/domain/accounts/';

export default {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: { pathNot: tests },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    room('shared-alone', '^src/shared/', ['^src/shared/']),
    room('db', '^src/db/', ['^src/db/', '^src/shared/']),
    room('domain', '^src/domain/', ['^src/domain/', '^src/db/', '^src/shared/']),
    room('adapters', '^src/adapters/', ['^src/adapters/', '^src/shared/', '^src/domain/']),
    {
      name: 'adapters-take-types',
      comment: 'A port is declared by the domain; adapters take its type, never its code.',
      severity: 'error',
      from: { path: '^src/adapters/', pathNot: tests },
      to: { path: '^src/domain/', dependencyTypesNot: ['type-only'] },
    },
    room('app', '^src/app/', ['^src/app/', '^src/domain/', '^src/shared/']),
    room('components', '^src/app/components/', ['^src/app/components/', '^src/shared/']),
    room('realtime', '^src/realtime/', ['^src/realtime/', '^src/domain/', '^src/shared/']),
    room('protocol', '^src/protocol/', ['^src/protocol/', '^src/domain/', '^src/shared/']),
    {
      name: 'starter-alone',
      severity: 'error',
      from: { path: '^starter/', pathNot: tests },
      to: { path: '^(src|test|scripts|bench)/' },
    },
    {
      name: 'tests-are-ends',
      severity: 'error',
      from: { path: '^(src|starter)/', pathNot: tests },
      to: { path: ['^test/', '^bench/', '^scripts/', tests] },
    },
    {
      name: 'one-way-to-open-a-database',
      comment: 'Only `openDatabase` makes one: its transactions are run again and end for certain.',
      severity: 'error',
      from: { path: own, pathNot: '^src/db/' },
      to: { path: 'drizzle-orm/node-postgres', dependencyTypesNot: ['type-only'] },
    },
    ...domainRules.map((rule) => ({
      ...rule,
      to: { ...rule.to, pathNot: [...rule.to.pathNot, actor] },
    })),
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
