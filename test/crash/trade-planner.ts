import { createSeededRandom } from '#catalog/seeded-random.ts';
import type { Trader } from './market-client.ts';
import type { MarketForm } from './market-forms.ts';
import { defaultCardKinds } from './market-state.ts';

/** A form that removes all listings is so rare that a draw could leave it out, so each 50th form is one. */
const removeAllEvery = 50;
/** Many that remove one listing find it sold. */
const removeEvery = 8;

const searches = ['', '?order=price', '?rarity=common', '?rarity=uncommon', '?rarity=rare'];

/** The shares of the kinds of forms in percent. All other forms buy, or remove all listings. */
const shares = [
  [28, 'sell'],
  [6, 'sell-duplicates'],
  [8, 'reprice'],
  [6, 'buy-missing'],
  [5, 'top-up'],
] as const;

/**
 * Chooses the next form of each trader. It remembers listings that traders have seen and gives each listing
 * a unique price, so that listings cannot be confused.
 */
export class TradePlanner {
  readonly #chance = createSeededRandom('market-crash');
  readonly #gameIds: readonly number[];
  /** Listings that were seen on the market. */
  #board: string[] = [];
  /** The known listings of each trader. */
  readonly #own = new Map<Trader, string[]>();
  #price = 0;
  #forms = 0;

  constructor(gameIds: readonly number[]) {
    this.#gameIds = gameIds;
  }

  below(end: number): number {
    return Math.floor(this.#chance.between(0, end));
  }

  /** Chooses the next form of `trader`. Reads pages when no listings are known. */
  async next(trader: Trader, origin: string): Promise<MarketForm> {
    const { forms: wants } = trader;
    const card = {
      gameId: this.#pick(this.#gameIds) ?? 0,
      kindId: this.#pick(defaultCardKinds) ?? '',
    };
    switch (this.#share()) {
      case 'sell':
        return wants.sell(card, this.#nextPrice());
      case 'sell-duplicates':
        return wants.sellDuplicates(card, this.#nextPrice(), 2 + this.below(2));
      case 'reprice': {
        const item = await this.#ownItem(trader, origin);
        return item ? wants.reprice(item, this.#nextPrice()) : wants.sell(card, this.#nextPrice());
      }
      case 'remove': {
        const item = await this.#ownItem(trader, origin);
        return item ? wants.remove(item) : wants.sell(card, this.#nextPrice());
      }
      case 'remove-all':
        return wants.removeAll();
      case 'buy-missing':
        return wants.buyMissing(card.gameId, 1 + this.below(2 * this.#price + 100));
      case 'top-up':
        return wants.topUp(1_00 + this.below(20_00));
      case 'buy': {
        const item = await this.#itemSeen(trader, origin);
        return item ? wants.buy(item) : wants.sell(card, this.#nextPrice());
      }
    }
  }

  #share() {
    this.#forms += 1;
    if (this.#forms % removeAllEvery === 0) return 'remove-all';
    if (this.#forms % removeEvery === 0) return 'remove';
    let drawn = this.below(100);
    for (const [share, kind] of shares) {
      if (drawn < share) return kind;
      drawn -= share;
    }
    return 'buy';
  }

  #nextPrice(): number {
    this.#price += 1;
    return this.#price;
  }

  #pick<T>(list: readonly T[]): T | undefined {
    return list[this.below(list.length)];
  }

  async #ownItem(trader: Trader, origin: string): Promise<string | undefined> {
    const known = this.#own.get(trader) ?? [];
    if (known.length === 0) {
      known.push(...(await trader.listings(origin)));
      this.#own.set(trader, known);
      this.#board.push(...known);
    }
    return known.splice(this.below(known.length), 1)[0];
  }

  /** Mostly a listing that no other trader was given, sometimes one that others try to buy, too. */
  async #itemSeen(trader: Trader, origin: string): Promise<string | undefined> {
    if (this.#board.length === 0) {
      this.#board.push(...(await trader.market(origin, this.#pick(searches) ?? '')));
    }
    const index = this.below(this.#board.length);
    return this.below(4) === 0 ? this.#board[index] : this.#board.splice(index, 1)[0];
  }
}
