import type { cardKinds } from '#database/schema.ts';

export type Kind = typeof cardKinds.$inferSelect;
export type Value = typeof cardKinds.$inferInsert;

const listCurrent = (kinds: readonly Kind[]) =>
  kinds.filter(({ isCurrent }) => isCurrent).toSorted((a, b) => a.position - b.position);

/** Whether the newest version has these kinds, in the same order. */
export function hasSameKinds(kinds: readonly Kind[], values: readonly Value[]): boolean {
  const current = listCurrent(kinds);
  return (
    current.length === values.length && current.every(({ id }, index) => id === values[index]?.id)
  );
}

/** Whether the newest version has these cards already, in the same order. A card that is new in `values` has another id. */
export function hasSameCards(kinds: readonly Kind[], values: readonly Value[]): boolean {
  const current = listCurrent(kinds);
  return (
    current.length === values.length &&
    current.every((kind, index) => {
      const value = values[index];
      return (
        kind.name === value?.name &&
        kind.description === value.description &&
        kind.rarity === value.rarity &&
        kind.picture === value.picture
      );
    })
  );
}
