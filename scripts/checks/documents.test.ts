import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  compareDecisions,
  compareRows,
  findBrokenLinks,
  findMissingPaths,
  findUnnamedFolders,
  readTable,
} from './documents.ts';

test('a link to a missing file or heading is named, and one to either is not', () => {
  const text = [
    '# Two words, here',
    '[a](README.md) [b](#two-words-here) [c](docs/operations.md#settings) [d](https://x.example/y)',
    '[e](gone.md) [f](#gone) [g](docs/operations.md#gone) `[h](code.md)`',
    '```\n[i](code.md)\n```',
  ].join('\n');
  expect(findBrokenLinks('page.md', text)).toEqual([
    'page.md: the link to gone.md leads nowhere',
    'page.md: page.md has no heading for #gone',
    'page.md: docs/operations.md has no heading for #gone',
  ]);
});

test('a path or test that is not there is named', () => {
  const text =
    '`domain/wallet` `src/server/main.ts` `config.test.ts` `app/other/x` `hono/jwt` `/api/upload`' +
    ' `domain/gone.ts` `test/gone/` `gone.test.ts` `gone.spec.tsx`';
  expect(findMissingPaths('page.md', text)).toEqual([
    'page.md: domain/gone.ts is not there',
    'page.md: test/gone is not there',
    'page.md: gone.test.ts is not there',
    'page.md: gone.spec.tsx is not there',
  ]);
});

test('a row that only the table or only the code has is named', () => {
  const text = 'Before.\n\n| layer | folders |\n|---|---|\n| 2 | a, b |\n| 1 | c |\n\n| x | y |\n';
  const rows = readTable(text, 'layer');
  expect(
    compareRows('page.md', rows, [
      ['1', 'c'],
      ['2', 'a, b'],
    ]),
  ).toEqual([]);
  expect(
    compareRows('page.md', rows, [
      ['1', 'c'],
      ['2', 'a'],
    ]),
  ).toEqual(['page.md: add the row | 2 | a |', 'page.md: remove the row | 2 | a, b |']);
  expect(readTable(text, 'missing')).toEqual([]);
});

test('records and their index, and folders and the tree, have to agree', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'guildhall-documents-test-'));
  try {
    const record = (title: string) => `# ${title}\n\nDate: 2026-11-28\n\nStatus: accepted\n`;
    writeFileSync(path.join(folder, '001-one.md'), record('001. One'));
    writeFileSync(path.join(folder, '002-two.md'), record('002. Two'));
    writeFileSync(
      path.join(folder, 'README.md'),
      '| [001](001-one.md) | One | 2026-11-28 | accepted |\n\n| [002](002-two.md) | Two | 2026-11-28 | superseded |\n',
    );
    const index = path.join(folder, 'README.md');
    expect(compareDecisions(folder)).toEqual([
      `${index}: add the row | [002](002-two.md) | Two | 2026-11-28 | accepted |`,
      `${index}: remove the row | [002](002-two.md) | Two | 2026-11-28 | superseded |`,
    ]);
    mkdirSync(path.join(folder, 'named'));
    mkdirSync(path.join(folder, 'unnamed'));
    const tree = '```\nsrc/\n  named/  content\n```\n';
    expect(findUnnamedFolders('page.md', tree, folder)).toEqual([
      `page.md: the tree does not have ${folder}/unnamed`,
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
