import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A document and what is wrong in it. */
export type Problem = string;

/** The rows of the table whose first heading is `heading`, as cells without spaces around them. */
export function readTable(text: string, heading: string): string[][] {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${heading} |`));
  if (start < 0) return [];
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'));
  return lines.slice(start + 2, end < 0 ? undefined : end).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

/** Compares the rows of a table, which may be in any order, with those of the code. */
export function compareRows(
  place: string,
  documented: readonly string[][],
  expected: readonly string[][],
): Problem[] {
  const toText = (row: readonly string[]) => `| ${row.join(' | ')} |`;
  const written = new Set(documented.map(toText));
  const right = new Set(expected.map(toText));
  return [
    ...[...right.difference(written)].map((row) => `${place}: add the row ${row}`),
    ...[...written.difference(right)].map((row) => `${place}: remove the row ${row}`),
  ];
}

/** The anchors of the headings, as GitHub makes them. */
function readAnchors(text: string): Set<string> {
  const counts = new Map<string, number>();
  return new Set(
    [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => {
      const anchor = heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-');
      const count = counts.get(anchor) ?? 0;
      counts.set(anchor, count + 1);
      return count === 0 ? anchor : `${anchor}-${count}`;
    }),
  );
}

/** The text without code, in which brackets are no links. */
function withoutCode(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
}

/** Links to files or headings that are not there. */
export function findBrokenLinks(file: string, text: string): Problem[] {
  const links = [
    ...withoutCode(text).matchAll(/\]\((?!https?:|mailto:)([^)\s#]*)(?:#([^)\s]+))?\)/g),
  ];
  return links.flatMap(([, target = '', anchor]) => {
    const place = target === '' ? file : path.join(path.dirname(file), target);
    if (target !== '' && !existsSync(place))
      return [`${file}: the link to ${target} leads nowhere`];
    if (anchor === undefined || !place.endsWith('.md')) return [];
    const linked = target === '' ? text : readFileSync(place, 'utf8');
    return readAnchors(linked).has(anchor)
      ? []
      : [`${file}: ${place} has no heading for #${anchor}`];
  });
}

const sources = [
  'shared',
  'database',
  'domain',
  'integrations',
  'web',
  'realtime',
  'http-body',
  'api',
  'server',
];
const roots = ['src', 'catalog', 'simulator', 'test', 'scripts', 'bench', 'deploy', 'docs'];

/** Paths of the repository and names of tests, in backticks, that are not there. */
export function findMissingPaths(file: string, text: string): Problem[] {
  const quoted = text.matchAll(/`([\w@-]+(?:\/[\w.@-]+)*(?:\.(?:test|spec)\.tsx?)?)\/?`/g);
  return [...new Set([...quoted].map(([, name = '']) => name))]
    .filter((name) => {
      const [first = ''] = name.split('/');
      if (first === name) return isTestName(name) && !listTestNames().has(name);
      if (roots.includes(first)) return !existsSync(name);
      return sources.includes(first) && !existsSync(path.join('src', name));
    })
    .map((name) => `${file}: ${name} is not there`);
}

function isTestName(name: string): boolean {
  return /\.(?:test|spec)\.tsx?$/.test(name);
}

let testNames: Set<string> | undefined;

function listTestNames(): Set<string> {
  testNames ??= new Set(
    globSync(`{${roots.join(',')}}/**/*.{test,spec}.{ts,tsx}`).map((file) => path.basename(file)),
  );
  return testNames;
}

/** Folders directly in `folder` that the tree of a document does not name. */
export function findUnnamedFolders(file: string, text: string, folder: string): Problem[] {
  const [, tree = ''] = /^```\n(src\/[\s\S]*?)^```/m.exec(text) ?? [];
  return readdirSync(folder, { withFileTypes: true })
    .filter(
      (entry) => entry.isDirectory() && !new RegExp(`(?:^|[ ,/])${entry.name}/`, 'm').test(tree),
    )
    .map(({ name }) => `${file}: the tree does not have ${folder}/${name}`);
}

/** The row of the index that a decision record has. */
function readRecord(folder: string, name: string): string[] {
  const text = readFileSync(path.join(folder, name), 'utf8');
  const [, title = ''] = /^# \d{3}\. (.*)$/m.exec(text) ?? [];
  const [, date = ''] = /^Date: (.*)$/m.exec(text) ?? [];
  const [, status = ''] = /^Status: (.*)$/m.exec(text) ?? [];
  return [`[${name.slice(0, 3)}](${name})`, title, date, status];
}

/** Compares the two tables of the index with the records. */
export function compareDecisions(folder: string): Problem[] {
  const index = path.join(folder, 'README.md');
  const rows = readFileSync(index, 'utf8')
    .split('\n')
    .filter((line) => /^\| \[\d{3}\]/.test(line))
    .flatMap((line) => readTable(`| x |\n|---|\n${line}`, 'x'));
  const records = readdirSync(folder)
    .filter((name) => /^\d{3}-.*\.md$/.test(name))
    .map((name) => readRecord(folder, name));
  return compareRows(index, rows, records);
}

/** All documents of the repository whose facts have to hold today. */
export function listDocuments(): string[] {
  return [...globSync(['*.md', 'docs/**/*.md', '.github/**/*.md'])].filter(
    (file) => file !== 'CHANGELOG.md',
  );
}
