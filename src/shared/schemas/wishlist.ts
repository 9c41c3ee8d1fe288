import { z } from 'zod';
import { wishlistConstants } from '../constants/wishlist.ts';
import { priceRules } from '../format/amounts/amount-field.ts';
import { parseKindId } from './catalog.ts';
import { optionalAmountInput } from './fields/amount.ts';
import { gameId } from './fields/game-id.ts';
import { pageNumber } from './fields/paging.ts';

const kindId = z.string().min(1).transform(parseKindId);

/** A card of the wishlist. */
export const wishInput = z.object({ gameId, kindId });

/** A card of the wishlist and what to do with it, in the value of one button: `add:12:default-crown`. */
export const wishToggleInput = z.object({
  wish: z.string().transform((text, issues) => {
    const [intent, game, ...kind] = text.split(':');
    const card = wishInput.safeParse({ gameId: game, kindId: kind.join(':') });
    if (card.success && (intent === 'add' || intent === 'remove')) return { intent, ...card.data };
    issues.addIssue({ code: 'custom', message: 'Reload the page.' });
    return z.NEVER;
  }),
});

/** The form of a price alert; an empty price means no alert. */
export const wishAlertInput = wishInput.extend({
  price: optionalAmountInput(priceRules).default(null),
});

/** The query of the wishlist: `?page=…`. */
export const wishlistQuery = z.object({
  page: pageNumber(Math.ceil(wishlistConstants.itemsMax / wishlistConstants.pageSize)),
});
