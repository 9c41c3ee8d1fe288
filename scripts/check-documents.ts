import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getTableName, isTable } from 'drizzle-orm';
import { functionRegistry } from '#api/realm/functions/registry.ts';
import {
  compareDecisions,
  compareRows,
  findBrokenLinks,
  findMissingPaths,
  findUnnamedFolders,
  listDocuments,
  readTable,
} from './checks/documents.ts';

// Compares the documents with the code: links, paths, and the tables of layers, database tables, functions and
// decision records. Prints each difference, and exits with 1 if there is one.

type Layers = readonly (readonly string[])[];
const { layers, featureLayers }: Record<'layers' | 'featureLayers', Layers> = await import(
  path.resolve('.dependency-cruiser.mjs')
);
const architecture = 'docs/architecture.md';
const product = 'docs/product.md';
const texts = new Map(listDocuments().map((file) => [file, readFileSync(file, 'utf8')]));
const read = (file: string, heading: string) => readTable(texts.get(file) ?? '', heading);

/** Compares a table of layers with the rules, and the rules with the folders. */
function checkLayers(expected: Layers, heading: string, folder: string): string[] {
  const rows = expected.map((folders, index) => [String(index + 1), folders.join(', ')]);
  const listed = expected.flat();
  return [
    ...compareRows(`${architecture}, ${heading}`, read(architecture, heading), rows),
    ...readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !listed.includes(entry.name))
      .map(({ name }) => `.dependency-cruiser.mjs: ${folder}/${name} is in no layer`),
  ];
}

async function expectedTables(): Promise<string[][]> {
  const folder = 'src/database/schema';
  const rows = await Promise.all(
    readdirSync(folder).map(async (file) => {
      const exported: Record<string, unknown> = await import(path.resolve(folder, file));
      const names = Object.values(exported).filter(isTable).map(getTableName).toSorted();
      return [`\`${file}\``, names.join(', ')];
    }),
  );
  return rows.filter(([, names]) => names !== '');
}

function checkFunctions(): string[] {
  const documented = read(product, 'who').flatMap(([who = '', names = '']) =>
    names.split(', ').map((name) => [name, who]),
  );
  const expected = [...functionRegistry.values()].map(({ name, callers }) => [
    `\`${name}\``,
    callers,
  ]);
  const count = `There are ${functionRegistry.size} functions.`;
  return [
    ...compareRows(`${product}, 17.2`, documented, expected),
    ...(texts.get(product)?.includes(count) ? [] : [`${product}, 17.2: write '${count}'`]),
  ];
}

const problems = [
  ...[...texts].flatMap(([file, text]) => findBrokenLinks(file, text)),
  ...[...texts].flatMap(([file, text]) => findMissingPaths(file, text)),
  ...[
    'src',
    'src/shared',
    'src/database',
    'src/domain',
    'src/api',
    'src/server',
    'src/server/http',
  ].flatMap((folder) => findUnnamedFolders(architecture, texts.get(architecture) ?? '', folder)),
  ...checkLayers(layers, 'layer', 'src/domain'),
  ...checkLayers(featureLayers, 'layer of features', 'src/web/features'),
  ...compareRows(
    `${architecture}, tables`,
    read(architecture, 'file of `database/schema`'),
    await expectedTables(),
  ),
  ...checkFunctions(),
  ...compareDecisions('docs/decisions'),
];
for (const problem of problems) console.log(problem);
process.exit(problems.length === 0 ? 0 : 1);
