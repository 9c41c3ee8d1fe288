import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCardSets, findLedgerViolations } from '#test/fixtures/factories.ts';
import { createLoggedInPlayer } from '#test/fixtures/logged-in-player.ts';
import { badKeys, readPlayerData } from '#test/fixtures/rejected-forms.ts';
import { textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();

beforeAll(() => createCardSets(database.db));

describe('the daily reward', () => {
  it.each(badKeys)('rejects the key %j', async (key) => {
    const { player } = await createLoggedInPlayer(database.db);
    const before = await readPlayerData(database.db);
    expect((await player.post('/daily-reward', { key })).status).toBe(400);
    expect(await readPlayerData(database.db)).toEqual(before);
  });

  it('says when it was already claimed', async () => {
    const { player } = await createLoggedInPlayer(database.db);
    await player.post('/daily-reward', { key: randomUUID() });
    const again = await player.post('/daily-reward', { key: randomUUID() });
    expect(again.status).toBe(409);
    expect(await textOf(again)).toContain('You have already claimed the reward of today.');
    expect(await findLedgerViolations(database.db)).toEqual([]);
  });
});
