import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Ctx } from '#domain/context.ts';
import { acceptOffer } from '#domain/trades/accept-offer.ts';
import { declineOffer, withdrawOffer } from '#domain/trades/close-offer.ts';
import { counterOfferByName, createOfferByName } from '#domain/trades/create-offer-by-name.ts';
import { listOffers } from '#domain/trades/list-offers.ts';
import type { TradeCard, TradeOffer } from '#domain/trades/offer-details.ts';
import { realmListConstants } from '#shared/constants/realm-lists.ts';
import { tradeConstants } from '#shared/constants/trades.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { tradeMessage } from '#shared/schemas/trades.ts';
import {
  actorArgument,
  loginIdArgument,
  longTextSchema,
  nameSchema,
  requireId,
  subjectArgument,
  valueArgument,
} from './arguments.ts';
import { defineSignature, type RealmFunction } from './define-function.ts';
import { exampleOfferId, examplePicture } from './examples.ts';
import { toDollars } from './to-response.ts';

const requireOfferId = (text: string) => requireId(text, 'offer-not-found');

const cardList = z
  .array(
    z
      .object({
        gameName: nameSchema,
        cardName: nameSchema,
        copies: z.int().min(1).max(tradeConstants.cardsMax).default(1),
      })
      .transform(({ gameName, cardName, copies }) => ({ game: gameName, card: cardName, copies })),
  )
  .max(tradeConstants.cardsMax, 'has too many cards');

const cardListType = '{ gameName: string, cardName: string, copies?: number }[]';
const give = valueArgument(
  'give',
  cardListType,
  cardList,
  'Your cards, at most 10 in all. May be empty.',
);
const want = valueArgument(
  'want',
  cardListType,
  cardList,
  'Cards of the friend, at most 10 in all. May be empty.',
);
const message = valueArgument(
  'message',
  'string',
  longTextSchema,
  'A message, at most 1,000 characters. May be empty.',
);
const offerId = valueArgument('offerId', 'string', nameSchema, 'The id of the trade offer.');

/** @throws AppError `bad-input` */
function parseMessage(text: string): string {
  const parsed = tradeMessage.safeParse(text);
  if (parsed.success) return parsed.data;
  const problem = parsed.error.issues[0]?.message ?? '';
  throw new AppError('bad-input', { fields: { message: problem } });
}

function toCardResponse({ gameName, name, picture, rarity, copies, ...card }: TradeCard) {
  const value = toDollars(card.price);
  const isEstimated = card.isEstimated;
  return { gameName, cardName: name, cardPic: picture, rarity, copies, value, isEstimated };
}

function toOfferResponse(offer: TradeOffer) {
  return {
    _id: offer.id,
    state: offer.state,
    sent: offer.isOwn,
    username: offer.other.username,
    message: offer.message,
    give: offer.give.map(toCardResponse),
    get: offer.get.map(toCardResponse),
    giveValue: toDollars(offer.giveValue.price),
    getValue: toDollars(offer.getValue.price),
    createdAt: offer.createdAt.toISOString(),
    endsAt: offer.endsAt.toISOString(),
    closedAt: offer.closedAt?.toISOString() ?? null,
  };
}

/** A function that closes an offer. */
function closingFunction(
  name: string,
  description: string,
  close: (ctx: Ctx, input: { offerId: string; key: string }) => Promise<unknown>,
): RealmFunction {
  return {
    name,
    group: 'Trades',
    callers: 'player',
    errorStyle: 'success or error',
    description,
    signatures: [
      defineSignature(
        [actorArgument('username'), loginIdArgument(), offerId],
        async (ctx, { offerId }) => {
          await close(ctx, { offerId: requireOfferId(offerId), key: randomUUID() });
          return { success: true };
        },
      ),
    ],
    example: { arguments: ['Ada', null, exampleOfferId], answer: { success: true } },
  };
}

const exampleCard = { gameName: 'Portal 2', cardName: 'Crown' };
const exampleWanted = { gameName: 'Portal 2', cardName: 'Dog', copies: 2 };

export const tradeFunctions: RealmFunction[] = [
  {
    name: 'createTradeOffer',
    group: 'Trades',
    callers: 'player',
    errorStyle: 'success or error',
    description:
      'Offers cards to a friend for cards of that friend. The cards stay where they are until the friend accepts; the offer ends after 7 days.',
    signatures: [
      defineSignature(
        [
          actorArgument('username'),
          loginIdArgument(),
          subjectArgument('friendName', 'The username of the friend.'),
          give,
          want,
          message,
        ],
        async (ctx, { friendName, give, want, message }) => {
          const offer = { give, want, message: parseMessage(message), key: randomUUID() };
          const { offerId } = await createOfferByName(ctx, { ...offer, username: friendName });
          return { success: true, offerId };
        },
      ),
    ],
    example: {
      arguments: ['Ada', null, 'Grace', [exampleCard], [exampleWanted], 'Deal?'],
      answer: { success: true, offerId: exampleOfferId },
    },
  },
  {
    name: 'counterTradeOffer',
    group: 'Trades',
    callers: 'player',
    errorStyle: 'success or error',
    description: 'Answers an offer to you with another one, and closes the first.',
    signatures: [
      defineSignature(
        [actorArgument('username'), loginIdArgument(), offerId, give, want, message],
        async (ctx, { offerId: id, give, want, message }) => {
          const offer = { give, want, message: parseMessage(message), key: randomUUID() };
          const made = await counterOfferByName(ctx, { ...offer, offerId: requireOfferId(id) });
          return { success: true, offerId: made.offerId };
        },
      ),
    ],
    example: {
      arguments: ['Grace', null, exampleOfferId, [exampleWanted], [exampleCard], ''],
      answer: { success: true, offerId: '0199b1c2-a163-7e29-9b4d-8d5c2a7e3fa6' },
    },
  },
  {
    name: 'listTradeOffers',
    group: 'Trades',
    callers: 'player',
    errorStyle: 'throws',
    description:
      'Your trade offers, newest first, at most 100: open ones to you (incoming), open ones of yours (outgoing), or all that are closed (history).',
    hasLargeResult: true,
    signatures: [
      defineSignature(
        [
          actorArgument('username'),
          loginIdArgument(),
          valueArgument(
            'list',
            "'incoming' | 'outgoing' | 'history'",
            z.enum(['incoming', 'outgoing', 'history']),
            'Which offers.',
          ),
        ],
        async (ctx, { list }) => {
          const { offers } = await listOffers(ctx, { list, perPage: realmListConstants.offersMax });
          return { offers: offers.map(toOfferResponse) };
        },
      ),
    ],
    example: {
      arguments: ['Grace', null, 'incoming'],
      answer: {
        offers: [
          {
            _id: exampleOfferId,
            state: 'open',
            sent: false,
            username: 'Ada',
            message: 'Deal?',
            give: [
              {
                ...exampleWanted,
                cardPic: examplePicture('default-dog'),
                rarity: 'common',
                value: 0.4,
                isEstimated: false,
              },
            ],
            get: [
              {
                ...exampleCard,
                cardPic: examplePicture('default-crown'),
                rarity: 'legendary',
                copies: 1,
                value: 2.5,
                isEstimated: false,
              },
            ],
            giveValue: 0.8,
            getValue: 2.5,
            createdAt: '2026-03-14T12:00:00.000Z',
            endsAt: '2026-03-21T12:00:00.000Z',
            closedAt: null,
          },
        ],
      },
    },
  },
  closingFunction(
    'acceptTradeOffer',
    'Accepts an offer to you. All its cards change their owners, or none does if one is no longer there.',
    acceptOffer,
  ),
  closingFunction('declineTradeOffer', 'Declines an offer to you.', declineOffer),
  closingFunction('withdrawTradeOffer', 'Withdraws your offer.', withdrawOffer),
];
