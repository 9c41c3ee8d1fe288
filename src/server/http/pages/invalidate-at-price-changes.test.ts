import { expect, it } from 'vitest';
import { addSale } from '#domain/catalog/prices/change-sales.ts';
import { findNextSaleChange } from '#domain/catalog/prices/find-next-sale-change.ts';
import type { EventListener } from '#domain/events.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createGame, createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { invalidateAtPriceChanges } from './invalidate-at-price-changes.ts';

const database = useDatabase();

it('invalidates the pages in the moment a sale starts and in the moment it ends', async () => {
  const listeners: EventListener[] = [];
  const events = {
    listen: (listener: EventListener) => listeners.push(listener),
    publish: () => {
      for (const listener of listeners) listener({ type: 'content-removed' }, { isRemote: false });
    },
  };
  const base = createTestCtx(database.db, { events });
  const { testClock: clock } = base;
  let invalidations = 0;
  let timers: { work: () => void; ms: number }[] = [];
  const planFirst = invalidateAtPriceChanges(
    {
      invalidate() {
        invalidations += 1;
      },
    },
    {
      ...base,
      events: events as unknown as Parameters<typeof invalidateAtPriceChanges>[1]['events'],
      setTimer: (work, ms) => {
        timers.push({ work, ms });
        return { unref: () => undefined as never };
      },
    },
  );
  const nextTimer = async () => {
    await expect.poll(() => timers.length).toBeGreaterThan(0);
    const timer = timers.at(-1);
    timers = [];
    return timer;
  };

  planFirst();
  planFirst();
  expect((await nextTimer())?.ms).toBe(600_000);

  const editor = { ...base, actor: await createPlayer(database.db, { role: 'admin' }) };
  const { id: gameId } = await createGame(database.db);
  const inMs = (ms: number) => new Date(clock.now().getTime() + ms);
  await addSale(editor, { gameId, price: 1, startsAt: inMs(5_000), endsAt: inMs(8_000) });
  const start = await nextTimer();
  expect(start?.ms).toBe(5_000);
  clock.advance(5_000);
  start?.work();
  expect(invalidations).toBe(1);
  const end = await nextTimer();
  expect(end?.ms).toBe(3_000);
  clock.advance(3_000);
  end?.work();
  expect(invalidations).toBe(2);
  expect((await nextTimer())?.ms).toBe(600_000);
  expect(await findNextSaleChange(base)).toBeNull();
});
