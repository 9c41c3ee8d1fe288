import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { games } from '#db/schema.ts';
import { useDatabase } from '#test/database.ts';
import { createGame } from '#test/factories.ts';
import { pictureAddress } from './picture-address.ts';
import { coverColumn } from './picture-column.ts';

const database = useDatabase();

test.each([
  '/art/covers/25-65726941.svg',
  'https://media.example/games/4be/one.jpg',
  'HTTP://media.example/Größe\\x.jpg?a=1#ü',
  'javascript:alert(1)',
  '//media.example/x.jpg',
  'ftp://media.example/https://x.jpg',
  '',
  null,
])('a statement names the cover %j as everybody else does', async (stored) => {
  const { id } = await createGame(database.db, { backgroundImage: stored });
  const { rows } = await database.db.execute(
    sql`select ${coverColumn} as cover from ${games} as game where game.id = ${id}`,
  );
  expect(rows).toEqual([{ cover: pictureAddress(id, 'cover', stored) }]);
});
