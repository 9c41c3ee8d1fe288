import { expect, test } from 'vitest';
import { pictureFormSlots } from '#shared/constants/gallery/uploads.ts';
import { accountOwner, createRevocableReceivingSlots } from './revocable-receiving-slots.ts';

const { total, perOwner } = pictureFormSlots;

function fillAll() {
  const slots = createRevocableReceivingSlots(pictureFormSlots);
  const taken = Array.from({ length: total }, (_, number) =>
    slots.take(accountOwner(`holder ${Math.floor(number / perOwner)}`)),
  );
  return { slots, taken };
}

test('accounts that hold all slots lose one of them to an account without any', () => {
  const { slots, taken } = fillAll();
  // The slowest file of the first of those with the most.
  for (const [number, slot] of taken.entries()) slot.reportBytes(number === 1 ? 1 : 1_000_000);
  const own = slots.take(accountOwner('player'));
  expect(own.signal.aborted).toBe(false);
  const lost = taken.flatMap(({ signal }, number) => (signal.aborted ? [number] : []));
  expect(lost).toEqual([1]);
  expect(taken[1]?.signal.reason).toMatchObject({ code: 'pictures-busy' });
});

test('an account has at most its own slots, and gets them back', () => {
  const slots = createRevocableReceivingSlots(pictureFormSlots);
  const own = Array.from({ length: perOwner }, () => slots.take(accountOwner('player')));
  const takeOne = () => slots.take(accountOwner('player'));
  expect(takeOne).toThrow(expect.objectContaining({ code: 'uploads-open' }));
  own[0]?.giveBack();
  own[0]?.giveBack();
  takeOne();
  expect(takeOne).toThrow(expect.objectContaining({ code: 'uploads-open' }));
});
