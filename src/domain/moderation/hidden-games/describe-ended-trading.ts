import { formatMoney } from '#shared/format/amounts/money.ts';

/** What hiding a game has ended for an account. `returned` is in cents. */
export interface EndedForAccount {
  userId: string;
  listings?: number;
  orders?: number;
  returned?: number;
  offers?: number;
}

interface HiddenGame {
  gameId: number;
  name: string;
  at: Date;
}

/** One notification for each account, with everything that ended for it. */
export function describeEndedTrading(
  ended: readonly EndedForAccount[],
  { gameId, name, at }: HiddenGame,
) {
  return [...Map.groupBy(ended, ({ userId }) => userId)].map(([userId, parts]) => {
    const sum = (part: Exclude<keyof EndedForAccount, 'userId'>) =>
      parts.reduce((total, one) => total + (one[part] ?? 0), 0);
    const [listings, orders, returned, offers] = [
      sum('listings'),
      sum('orders'),
      sum('returned'),
      sum('offers'),
    ];
    const sentences = [
      `${name} was hidden, so its cards cannot be traded at the moment.`,
      listings === 1 && 'Your card for sale is in your inventory again.',
      listings > 1 && `Your ${listings} cards for sale are in your inventory again.`,
      orders === 1 && `Your order has ended, and ${formatMoney(returned)} returned.`,
      orders > 1 && `Your ${orders} orders have ended, and ${formatMoney(returned)} returned.`,
      offers === 1 && 'A trade offer has ended.',
      offers > 1 && `${offers} trade offers have ended.`,
    ];
    return {
      kind: 'game-hidden' as const,
      userId,
      // Notifications of one thing are merged. The time keeps those of an earlier hiding apart.
      thing: `${gameId} ${at.getTime()}`,
      thingName: sentences.filter((one) => one !== false).join(' '),
      ...(returned > 0 && { amount: returned }),
      at,
    };
  });
}
