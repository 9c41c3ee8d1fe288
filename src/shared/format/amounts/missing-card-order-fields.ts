const prefix = 'price:';

/** The name of a card's price field in the form that orders missing cards. */
export function getOrderField(kindId: string): string {
  return `${prefix}${kindId}`;
}

/** The card kind of a price field; null for another field. */
export function findKindOfOrderField(name: string): string | null {
  return name.startsWith(prefix) ? name.slice(prefix.length) : null;
}
