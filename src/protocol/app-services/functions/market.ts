import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { listNewestItems } from '#domain/market/list-newest-items.ts';
import { removeMarketItem } from '#domain/market/remove-market-items.ts';
import { Refusal } from '#shared/refusals.ts';
import { actor, loginId, nameText, value } from './arguments.ts';
import { type FunctionRow, form } from './define.ts';
import { dollars } from './shapes.ts';

/** The id of a listing; what cannot be one is of a listing that is gone. */
function readItemId(text: string): string {
  const id = z.uuid().toLowerCase().safeParse(text);
  if (!id.success) throw new Refusal('item-gone');
  return id.data;
}

export const marketFunctions: FunctionRow[] = [
  {
    name: 'getAllMarketItems',
    callers: 'anybody',
    tellsNo: 'throws',
    says: 'What is for sale, the newest first; 1,000 at most.',
    forms: [
      form([], async (ctx) => {
        const items = await listNewestItems(ctx);
        return items.map(({ id, cardName, picture, gameName, price, seller }) => ({
          _id: id,
          cardName,
          cardPic: picture,
          gameName,
          price: dollars(price),
          username: seller,
        }));
      }),
    ],
    example: {
      arguments: [],
      answer: [
        {
          _id: '0199b1c2-5a7e-7c33-9d41-6f2e8a90b7d4',
          cardName: 'Crown',
          cardPic: '/art/cards/default-crown.svg',
          gameName: 'Portal 2',
          price: 2.5,
          username: 'Ada',
        },
      ],
    },
  },
  {
    name: 'removeMarketItem',
    callers: 'player',
    tellsNo: 'success or error',
    says: 'Takes a listing of your own back; its card returns to your inventory.',
    forms: [
      form(
        [actor('username'), loginId(), value('itemId', 'string', nameText, 'Of the listing.')],
        async (ctx, [, , itemId]) => {
          await removeMarketItem(ctx, { itemId: readItemId(itemId), key: randomUUID() });
          return { success: true };
        },
      ),
    ],
    example: {
      arguments: ['ada', null, '0199b1c2-5a7e-7c33-9d41-6f2e8a90b7d4'],
      answer: { success: true },
    },
  },
];
