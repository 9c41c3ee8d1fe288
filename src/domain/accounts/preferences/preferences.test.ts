import { describe, expect, it } from 'vitest';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
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
      marketView: 'items',
      theme: null,
      motion: 'system',
      textSize: 'normal',
      dateFormat: 'browser',
      clock: 'browser',
      numberFormat: 'comma-point',
      itemsPerPage: null,
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
});
