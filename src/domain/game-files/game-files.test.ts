import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { adminLog, games } from '#database/schema.ts';
import { catalogEditor } from '#shared/constants/accounts/roles.ts';
import { type GameFileFormat, gameFileColumns } from '#shared/constants/catalog/game-files.ts';
import type { DateForm } from '#shared/constants/csv.ts';
import { formatCsv } from '#shared/format/csv.ts';
import { ownGameInput } from '#shared/schemas/own-games.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createGame, createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { getOwnGame } from '../catalog/own-games/list-own-games.ts';
import { createOwnGame, updateOwnGame } from '../catalog/own-games/save-own-game.ts';
import { exportOwnGames, exportOwnGamesAsRows } from './export-own-games.ts';
import { checkGameFile, importGameFile } from './import-game-file.ts';

const database = useDatabase({ max: 10 });
const encoder = new TextEncoder();
const unique = (name: string) => `${name} ${randomUUID().slice(0, 8)}`;

let editor: ReturnType<typeof createTestCtx> & { actor: Awaited<ReturnType<typeof createPlayer>> };

beforeEach(async () => {
  const actor = await createPlayer(database.db, { furtherRoles: [catalogEditor] });
  editor = { ...createTestCtx(database.db), actor };
});

const toFile = (content: unknown, format: GameFileFormat = 'json') => ({
  bytes: encoder.encode(typeof content === 'string' ? content : JSON.stringify(content)),
  format,
  dates: 'year-first' as DateForm,
  folder: null,
  source: 'form' as const,
});
const send = (content: unknown, format?: GameFileFormat) =>
  importGameFile(editor, toFile(content, format));
const check = (content: unknown, format?: GameFileFormat) =>
  checkGameFile(editor, toFile(content, format));
const countGames = () => database.db.$count(games, eq(games.source, 'own'));
const findGame = async (name: string) => {
  const [row] = await database.db.select({ id: games.id }).from(games).where(eq(games.name, name));
  return row ? getOwnGame(editor, row.id) : null;
};

async function toCsv() {
  let text = '';
  const format = { header: gameFileColumns, decimals: 2 };
  for await (const part of formatCsv(exportOwnGamesAsRows(editor), format)) text += part;
  return text;
}

describe('a file with games', () => {
  it('adds games, changes those of the same name and leaves others as they are', async () => {
    const [first, second, other] = [unique('One'), unique('Two'), unique('Other')];
    await createOwnGame(editor, ownGameInput.parse({ name: other, description: 'Stays.' }));
    const file = {
      games: [
        { name: first, platforms: ['Web', 'PC'], genres: 'puzzle', price: 4.5 },
        { name: second, developers: 'Lantern Works', released: '2026-10-01', price: '0' },
      ],
    };
    const report = await send(file);
    expect(report).toMatchObject({
      imported: true,
      counts: { new: 2, changed: 0, same: 0, wrong: 0 },
    });
    expect(await findGame(first)).toMatchObject({
      platforms: ['Web', 'PC'],
      genres: ['puzzle'],
      price: 4_50,
    });
    expect(await findGame(second)).toMatchObject({ developers: ['Lantern Works'], price: 0 });
    const changed = { games: [{ name: first.toUpperCase(), description: 'New.' }, file.games[1]] };
    const again = await send(changed);
    expect(again.counts).toEqual({ new: 0, changed: 1, same: 1, wrong: 0 });
    expect(await findGame(first.toUpperCase())).toMatchObject({ description: 'New.', price: null });
    expect(await findGame(other)).toMatchObject({ description: 'Stays.' });
    const logged = await database.db.$count(adminLog, eq(adminLog.act, 'import-games'));
    expect(logged).toBeGreaterThanOrEqual(2);
  });

  it.each(['json', 'csv'] as const)('that was exported as %s changes nothing', async (format) => {
    const input = {
      name: unique('=cmd|calc'),
      description: 'Lines,\nwith "quotes"; and\u00a0spaces.',
      platforms: 'Web, PC',
      price: '12.34',
      website: 'https://lantern.example/',
      links: 'A manual, in short https://lantern.example/a,b\nhttps://forum.example/',
      ageRating: 'USK 6',
      minimum: 'OS: Any\nMemory: 1 GB',
    };
    await createOwnGame(editor, ownGameInput.parse(input));
    for (const name of ["'- quoted", "''＝wide", '＋', '－', '＠', '@', '"', "'"])
      await createOwnGame(editor, ownGameInput.parse({ name: unique(name) }));
    const before = await exportOwnGames(editor);
    const content = format === 'json' ? JSON.stringify(before) : await toCsv();
    const report = await send(content, format);
    expect(report.counts).toMatchObject({ new: 0, changed: 0, wrong: 0 });
    expect(await exportOwnGames(editor)).toEqual(before);
  });

  it('is only checked at first: nothing is written', async () => {
    const before = await countGames();
    const report = await check({ games: [{ name: unique('Checked') }] });
    expect(report).toMatchObject({ imported: false, counts: { new: 1 } });
    expect(await countGames()).toBe(before);
  });

  it('is imported completely or not at all, and says what is wrong in which row', async () => {
    const catalog = await createGame(database.db, { name: unique('Catalog') });
    const twice = unique('Twice');
    const before = await countGames();
    const report = await send({
      games: [
        { name: unique('Right') },
        { name: twice },
        { name: twice.toUpperCase() },
        { name: catalog.name },
        { name: '' },
        { name: unique('Wrong'), price: 'free', released: '2026-02-31', genres: 'puzzle, unknown' },
        { name: unique('Role'), roleNeeded: 'nobody' },
        { name: 'x'.repeat(101), website: 'javascript:alert(1)' },
      ],
    });
    expect(await countGames()).toBe(before);
    expect(report).toMatchObject({ imported: false, counts: { new: 2, wrong: 6 } });
    const problems = report.rows.map(({ row, problems: all }) => [
      row,
      all.map(({ column }) => column),
    ]);
    expect(problems).toEqual([
      [1, []],
      [2, []],
      [3, ['name']],
      [4, ['name']],
      [5, ['name']],
      [6, ['released', 'price', 'genres']],
      [7, ['roleNeeded']],
      [8, ['name', 'website']],
    ]);
    const genres = await check({ games: [{ name: unique('Genre'), genres: 'puzzle,unknown' }] });
    expect(genres.rows[0]?.problems).toEqual([
      { column: 'genres', text: 'There is no genre “unknown”.' },
    ]);
  });

  it('in CSV has columns in any order, semicolons, a byte order mark and broken lines in cells', async () => {
    const [one, two] = [unique('One'), unique('Two')];
    const report = await send(
      `\uFEFFprice;name;description\r\n"free";${one};"a\r\nb"\r\n2.50;"${two}";\r\n`,
      'csv',
    );
    expect(report.rows.map(({ row, outcome }) => [row, outcome])).toEqual([
      [2, 'wrong'],
      [3, 'new'],
    ]);
    const right = await send(`price;name\n"1,50";${one}\n2.50;${two}\n`, 'csv');
    expect(right.counts.new).toBe(2);
    expect(await findGame(one)).toMatchObject({ price: 1_50 });
    expect(await findGame(two)).toMatchObject({ price: 2_50 });
  });

  it.each<[string, DateForm, (name: string) => string | Uint8Array]>([
    [
      'Excel in German',
      'day-first',
      (name) =>
        `\uFEFFName;Price;Released;Developers;\r\n${name};1.234,5;24.11.2026;Lantern, Inc.;\r\n;;;;\r\n`,
    ],
    [
      'Excel in US English with a line for the separator',
      'month-first',
      (name) =>
        `sep=,\r\nNAME,PRICE,RELEASED,Developers,,\r\n${name},"$1,234.50",11/24/2026,"Lantern, Inc.",,\r\n`,
    ],
    [
      'Excel as Unicode text',
      'day-first',
      (name) =>
        Buffer.from(
          `\uFEFFname\tprice\treleased\tdevelopers\r\n${name}\t1234,50\t24/11/2026\t"Lantern, Inc."\r\n`,
          'utf16le',
        ),
    ],
    [
      'LibreOffice in Hungarian',
      'year-first',
      (name) => `name;price;released;developers\n${name};1 234,50;2026. 11. 24.;Lantern, Inc.\n`,
    ],
    [
      'somebody with Arabic digits',
      'day-first',
      (name) => `name;price;released;developers\n${name};١٬٢٣٤٫٥٠;٢٤\u200F/١١/٢٠٢٦;Lantern, Inc.\n`,
    ],
    [
      'somebody with full-width signs',
      'year-first',
      (name) =>
        `name;price;released;developers\n${name};１２３４，５０;２０２６／１１／２４;Lantern, Inc.\n`,
    ],
  ])('is read as %s writes it', async (_, dates, write) => {
    const name = unique('Pokémon 灯');
    const content = write(name);
    const bytes = typeof content === 'string' ? encoder.encode(content) : content;
    const report = await importGameFile(editor, { ...toFile('', 'csv'), bytes, dates });
    expect(report).toMatchObject({ imported: true, counts: { new: 1, wrong: 0 } });
    expect(await findGame(name)).toMatchObject({
      price: 1_234_50,
      released: '2026-11-24',
      developers: ['Lantern', 'Inc.'],
    });
  });

  it('in CSV names cells that are missing, have no column or are no day by row and column', async () => {
    const name = unique('Cells');
    const report = await send(
      `name;price;released;\n\n${name};1;24.11.2026\n${name}B;1\n${name}C;1;2026-02-30;;more\n${name}D;1;۱۴۰۵-۰۹-۰۳;\n`,
      'csv',
    );
    expect(report.imported).toBe(false);
    const problems = report.rows.map(({ row, problems: all }) => [
      row,
      ...all.map(({ column, text }) => `${column}: ${text}`),
    ]);
    expect(problems).toEqual([
      [3, expect.stringContaining('released: Enter a day such as 2026-11-24, or choose the form')],
      [4, expect.stringContaining('released: The row ends before column C.')],
      [
        5,
        expect.stringContaining('E: This column has no name in the first row.'),
        expect.stringContaining('released: Enter a day such as'),
      ],
      // The year of another calendar.
      [6, expect.stringContaining('released: Enter a day such as')],
    ]);
  });

  it.each<[string, unknown, GameFileFormat, string]>([
    ['is no JSON', '{"games": [', 'json', 'The file is not JSON.'],
    ['has no games', { games: [] }, 'json', 'There is no game in the file.'],
    ['is another JSON', [1, 2], 'json', 'The file is not a list of games'],
    ['has an unknown field', { games: [{ name: 'A', id: 7 }] }, 'json', 'not a list of games'],
    ['is nested deeply', `${'['.repeat(200_000)}`, 'json', 'The file is not JSON.'],
    ['has an unknown column', 'name,isHidden\nA,yes\n', 'csv', 'There is no column “isHidden”'],
    ['has a column twice', 'name,Name\nA,B\n', 'csv', 'The column “name” is there twice.'],
    ['has no names', 'price\n1\n', 'csv', 'The column “name” is missing.'],
    ['has an open quote', 'name\n"A\n', 'csv', 'a quotation mark in row 2 is not closed'],
    ['has a quote in a text', 'name\nA\n5" B\n', 'csv', 'row 3 has a quotation mark within'],
    ['has a million cells', `name${','.repeat(90_000)}\n`, 'csv', 'more than 1,000 cells'],
    ['has a long cell', `name\n${'A'.repeat(40_000)}\n`, 'csv', 'Row 2, column A: the text has'],
    ['has too many games', `name\n${'A\n'.repeat(1_001)}`, 'csv', 'more than 1,000 games'],
    ['has a million games', `name\n${'A\n'.repeat(1_000_000)}`, 'csv', 'more than 1,000 games'],
    ['has a million values', `{"games":[${'{},'.repeat(1_000_000)}{}]}`, 'json', 'too many values'],
    [
      'has a million names',
      { games: [{ name: 'A', genres: '0'.repeat(400_001).split('') }] },
      'json',
      'too many values',
    ],
    [
      'is valid and nested deeply',
      `{"games":${'['.repeat(90)}${']'.repeat(90)}}`,
      'json',
      'nested too deeply',
    ],
    ['is too large', `name\n${'A\n'.repeat(2_500_000)}`, 'csv', 'The file is larger than 5 MB.'],
    ['has a cell of a megabyte', `name\n${'A'.repeat(1_000_000)}\n`, 'csv', 'The file is not CSV'],
  ])('is refused if it %s', async (_, content, format, text) => {
    const before = await countGames();
    await expect(send(content, format)).rejects.toMatchObject({
      code: 'bad-game-file',
      message: expect.stringContaining(text),
    });
    expect(await countGames()).toBe(before);
  });

  it('is refused if it is not in UTF-8', async () => {
    const bytes = Uint8Array.from([...encoder.encode('name\nA'), 0xff, 0xfe, 0x0a]);
    const sent = importGameFile(editor, { ...toFile('', 'csv'), bytes });
    await expect(sent).rejects.toMatchObject({
      message: expect.stringContaining('The file is not in UTF-8.'),
    });
  });

  it('with characters that the database cannot store gets an answer', async () => {
    const report = await send({ games: [{ name: `A\0${randomUUID()}`, description: '\0\ud800' }] });
    expect(report.counts.new + report.counts.wrong).toBe(1);
  });

  it('that is sent twice at once, and while a game is edited, changes each game once', async () => {
    const names = Array.from({ length: 5 }, (_, index) => unique(`Race ${index}`));
    const [name = ''] = names;
    const { gameId } = await createOwnGame(editor, ownGameInput.parse({ name }));
    const file = { games: names.map((one) => ({ name: one, description: 'From the file.' })) };
    const edit = { gameId, version: 1, input: ownGameInput.parse({ name, description: 'Typed.' }) };
    const results = await Promise.allSettled([send(file), send(file), updateOwnGame(editor, edit)]);
    for (const result of results) {
      if (result.status === 'rejected')
        expect(['game-changed', 'game-name-taken']).toContain(result.reason.code);
    }
    for (const one of names.slice(1)) {
      expect(await database.db.$count(games, eq(games.name, one))).toBe(1);
      expect(await findGame(one)).toMatchObject({ description: 'From the file.', version: 1 });
    }
  });

  it('is for catalog editors only', async () => {
    const player = { ...editor, actor: await createPlayer(database.db) };
    const file = toFile({ games: [{ name: unique('Mine') }] });
    for (const work of [
      importGameFile(player, file),
      checkGameFile(player, file),
      exportOwnGames(player),
    ])
      await expect(work).rejects.toMatchObject({ code: 'catalog-editors-only' });
  });
});
