import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { gameKeys } from '#database/schema.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { createEditorCtx, createGameOfSite } from '#test/fixtures/own-sets.ts';
import { auditEconomy } from '../../audit/audit-economy.ts';
import { buyGame } from '../buy-game.ts';
import { addGameKeys, setKeysRequired } from './change-game-keys.ts';

const database = useDatabase({ max: 10 });

it('the audit notices a purchase without its key, also after keys were switched off and on again', async () => {
  const { db } = database;
  const base = createTestCtx(db);
  const editor = await createEditorCtx(base);
  const gameId = await createGameOfSite(editor);
  const buy = async () => {
    const actor = await createPlayer(db, { balance: 20_00 });
    const price = base.rules.gamePriceCents;
    await buyGame({ ...base, actor }, { gameId, key: randomUUID(), price });
    base.testClock.advance(10 * 60_000);
    return actor.id;
  };
  const setRequired = async (required: boolean) => {
    await setKeysRequired(editor, { gameId, required });
    base.testClock.advance(10 * 60_000);
  };
  const findViolations = async () => {
    const { violations } = await auditEconomy(base);
    return violations.filter(({ rule }) => rule.includes('keys')).map(({ rule }) => rule);
  };
  await addGameKeys(editor, { gameId, list: 'A\nB\nC' });
  base.testClock.advance(10 * 60_000);
  const first = await buy();
  await setRequired(false);
  await buy();
  await setRequired(true);
  await buy();
  expect(await findViolations()).toEqual([]);
  await db.delete(gameKeys).where(and(eq(gameKeys.gameId, gameId), eq(gameKeys.userId, first)));
  expect(await findViolations()).toEqual(['purchases-have-keys']);
});
