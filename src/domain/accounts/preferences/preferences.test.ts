import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { boolean } from '#database/column-types.ts';
import { users } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { isInLeaderboards, isNamedInSales } from './preference-conditions.ts';
import { readPreferences } from './read-preferences.ts';
import { savePreferences } from './save-preferences.ts';

const database = useDatabase();

async function createCtx() {
  return { ...createTestCtx(database.db), actor: await createPlayer(database.db) };
}

describe('preferences', () => {
  it('have defaults until they are saved', async () => {
    const ctx = await createCtx();
    expect(await readPreferences(database.db, ctx.actor.id)).toEqual({
      isNamedInSales: true,
      isInLeaderboards: true,
      marketView: 'items',
      theme: null,
      motion: 'system',
      textSize: 'normal',
      dateFormat: 'browser',
      clock: 'browser',
      hasSound: false,
      profileFrame: null,
      profileColor: null,
    });
  });

  it('keep the values that a save does not name', async () => {
    const ctx = await createCtx();
    await savePreferences(ctx, { marketView: 'cards' });
    await savePreferences(ctx, { hasSound: true });
    expect(await readPreferences(database.db, ctx.actor.id)).toMatchObject({
      isNamedInSales: true,
      marketView: 'cards',
      hasSound: true,
    });
  });

  it('belong to one account', async () => {
    const [own, other] = [await createCtx(), await createCtx()];
    await savePreferences(own, { hasSound: true });
    expect(await readPreferences(database.db, other.actor.id)).toMatchObject({ hasSound: false });
  });

  it('are not saved for a visitor', async () => {
    const ctx = { ...createTestCtx(database.db), actor: null };
    await expect(savePreferences(ctx, {})).rejects.toMatchObject({ code: 'login-required' });
  });

  it('decide where others see the account', async () => {
    const ctx = await createCtx();
    const read = async () => {
      const [row] = await database.db
        .select({
          named: typedSql(boolean, isNamedInSales(users.id)),
          ranked: typedSql(boolean, isInLeaderboards(users.id)),
        })
        .from(users)
        .where(eq(users.id, ctx.actor.id));
      return row;
    };
    expect(await read()).toEqual({ named: true, ranked: true });
    await savePreferences(ctx, { isNamedInSales: false });
    expect(await read()).toEqual({ named: false, ranked: true });
    await savePreferences(ctx, { isNamedInSales: true, isInLeaderboards: false });
    expect(await read()).toEqual({ named: true, ranked: false });
  });
});
