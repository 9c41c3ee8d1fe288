import type { Ctx } from '#domain/context.ts';
import { acceptOffer } from '#domain/trades/accept-offer.ts';
import { declineOffer, withdrawOffer } from '#domain/trades/close-offer.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { tradeOfferInput } from '#shared/schemas/trades.ts';

/** Carries out a form of `OfferForms`, on whichever page it is. @returns the id of the offer */
export async function answerOffer(ctx: Ctx, form: FormData): Promise<string> {
  const input = parseInput(tradeOfferInput, form);
  const intent = form.get('intent');
  if (intent === 'accept') await acceptOffer(ctx, input);
  else if (intent === 'withdraw') await withdrawOffer(ctx, input);
  else await declineOffer(ctx, input);
  return input.offerId;
}
