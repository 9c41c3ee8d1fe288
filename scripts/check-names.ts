import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/**
 * Words that are fine in texts but too vague as names, with the words to use instead
 * (see docs/glossary.md).
 */
const retired: Record<string, string> = {
  ask: 'fetch, query, request',
  asker: 'caller',
  asked: 'requested',
  camera: 'upload',
  cast: 'testUsers',
  curtain: 'startupScript',
  door: 'entry point, route handler, API',
  fault: 'error, failure, violation',
  flight: 'singleFlight, fetchOnce',
  forget: 'delete, purge',
  gate: 'concurrencyLimiter',
  gather: 'batch',
  hang: 'post',
  heard: 'received',
  hold: 'lock',
  house: 'site, instance',
  keep: 'store, save',
  kept: 'stored, cached',
  lead: 'redirect',
  look: 'lookup',
  made: 'generated',
  meet: 'accept',
  memory: 'cache (of a process: memoryBytes)',
  notice: 'notification (of a page: Alert)',
  once: 'idempotent, singleFlight',
  pass: 'token',
  prove: 'authenticate, verify',
  refusal: 'AppError',
  refuse: 'throw, reject',
  room: 'folder, module (of chat: room)',
  scene: 'fixture',
  somebody: 'player, user',
  standing: 'accountState',
  tell: 'notify, serialize',
  told: 'public, serialized',
  turn: 'queue',
  upkeep: 'scheduledJobs',
  walk: 'scan',
  wire: 'api',
};

/** Names that contain a retired word as a standard term, each with its reason. */
const allowed = new Map([
  ['userRoom', 'a room of socket.io'],
  ['sessionRoom', 'a room of socket.io'],
  ['pairRoom', 'a room of socket.io'],
  ['scene', 'the second picture of a game (docs/glossary.md)'],
  ['drawScene', 'draws the second picture of a game'],
  ['peak-memory', 'the largest amount of memory that a process used'],
  ['fault-injection', 'the standard term of testing'],
]);

interface Name {
  name: string;
  place: string;
}

/** The words of a file name with hyphens or of an identifier in camel case. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z]+/);
}

function exportedNames(file: string): Name[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  return source.statements.flatMap((statement) => {
    const exported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!exported) return [];
    const declared = ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.map(({ name }) => name)
      : 'name' in statement && statement.name
        ? [statement.name as ts.Node]
        : [];
    return declared.flatMap((name) =>
      ts.isIdentifier(name) ? [{ name: name.text, place: file }] : [],
    );
  });
}

/** Phrases that cspell does not find, because it reads single words, with what to write instead. */
const phrases: [phrase: RegExp, instead: string][] = [
  [/\b(is|are|was|were) none\b/, 'is not there, has no …'],
];

function problemsOfPhrases(file: string): string[] {
  // The list of retired words.
  if (file === 'docs/glossary.md') return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) =>
      phrases.flatMap(([phrase, instead]) => {
        const found = phrase.exec(line)?.[0];
        return found ? [`${file}:${index + 1}: '${found}': ${instead}`] : [];
      }),
    );
}

const files = globSync('{src,catalog,simulator,scripts,bench,test}/**/*.{ts,tsx}');
const names: Name[] = [
  ...files.map((file) => ({
    name: path.basename(file).replace(/(\.test)?\.tsx?$/, ''),
    place: file,
  })),
  ...files.flatMap(exportedNames),
];
const problemsOfNames = names.flatMap(({ name, place }) => {
  if (allowed.has(name)) return [];
  return wordsOf(name)
    .filter((word) => Object.hasOwn(retired, word))
    .map((word) => `${place}: '${name}' has the retired word '${word}': ${retired[word]}`);
});
const problems = [
  ...problemsOfNames,
  ...[...files, ...globSync(['*.md', 'docs/**/*.md'])].flatMap(problemsOfPhrases),
];
for (const problem of problems) console.log(problem);
process.exit(problems.length === 0 ? 0 : 1);
