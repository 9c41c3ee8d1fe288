import { refusals } from '#shared/refusals.ts';
import { newKey, tradedKind } from './market-account.ts';
import { formFields, Visitor } from './visitor.ts';

/** What a trader wants, with the form that asks for it. */
export interface Intent {
  kind: 'sell' | 'reprice' | 'remove' | 'buy';
  path: string;
  fields: Record<string, string>;
}

/** What came of an intent. */
export interface Settled extends Intent {
  /** False when it was refused, as when somebody else was faster. */
  done: boolean;
}

/** What may be answered for what others did before, or as there is no more to trade with. */
const noes = (
  ['item-gone', 'own-item', 'card-not-held', 'listing-limit', 'not-enough-money'] as const
).map((code) => refusals[code]);

/** The server answered what it must never answer, whatever was lost or crashed. */
export class UnexpectedAnswer extends Error {}

/** A player who trades, and keeps account of what the server acknowledged. */
export class Trader {
  readonly username: string;
  readonly settled: Settled[] = [];
  /** How often a form was sent, counting those sent again. */
  sent = 0;
  readonly #visitor: Visitor;
  #unanswered: Intent | null = null;

  constructor(number: number) {
    this.username = `trader${number}`;
    this.#visitor = new Visitor(`203.0.113.${number}`);
  }

  /** Registers, logs in and adds 500.00. */
  async join(origin: string): Promise<void> {
    const { username } = this;
    const account = { username, password: 'a long password', email: `${username}@example.com` };
    await this.#expect(200, origin, '/register', account);
    await this.#expect(302, origin, '/login', account);
    const fields = formFields(await this.#visitor.read(origin, '/add-money'), 'Add');
    await this.#expect(200, origin, '/add-money', { ...fields, amount: '500' });
  }

  sell(gameId: number, price: number): Intent {
    const fields = { gameId: String(gameId), kindId: tradedKind, price: decimal(price) };
    return this.#intent('sell', `/profile/${this.username}/inventory`, fields);
  }

  reprice(itemId: string, price: number): Intent {
    const fields = { intent: 'reprice', itemId, price: decimal(price) };
    return this.#intent('reprice', '/community/market/listings', fields);
  }

  remove(itemId: string): Intent {
    return this.#intent('remove', '/community/market/listings', { intent: 'remove', itemId });
  }

  buy(itemId: string): Intent {
    return this.#intent('buy', '/community/market', { intent: 'buy', itemId });
  }

  /** The ids of the own listings, as their page shows them. */
  async listings(origin: string): Promise<string[]> {
    const html = await this.#visitor.read(origin, '/community/market/listings');
    return [
      ...new Set([...html.matchAll(/name="itemId" value="([^"]+)"/g)].map(([, id]) => id ?? '')),
    ];
  }

  /** Sends a form once. @throws Error while there is no answer, or none that says what became of it. */
  async act(origin: string, intent: Intent): Promise<Settled> {
    this.#unanswered = intent;
    this.sent += 1;
    const { path, fields, kind } = intent;
    const { status, html } = await this.#visitor.answer(origin, path, fields);
    if (status >= 500) throw new Error(`${path} answered ${status}`);
    const refused = noes.some((no) => status === no.status && html.includes(no.text));
    if (status >= 400 && !refused) {
      const [said] = /role="alert".*?<\/div><\/div>/s.exec(html) ?? [html];
      throw new UnexpectedAnswer(`${this.username}: ${kind} answered ${status}: ${said}`);
    }
    const settled = { ...intent, done: !refused };
    this.settled.push(settled);
    this.#unanswered = null;
    return settled;
  }

  /** Sends what was not acknowledged, as it was. */
  async settle(origin: string): Promise<void> {
    if (this.#unanswered) await this.act(origin, this.#unanswered);
  }

  /** Sends a form until it is answered; `origin` is asked for each time, as the server may move. */
  async insist(origin: () => string | Promise<string>, intent: Intent): Promise<Settled> {
    for (;;) {
      try {
        return await this.act(await origin(), intent);
      } catch (error) {
        if (error instanceof UnexpectedAnswer) throw error;
      }
    }
  }

  /** Sends any form as it is and answers the status and what the page says. */
  say(origin: string, { path, fields }: Intent): Promise<{ status: number; html: string }> {
    return this.#visitor.answer(origin, path, fields);
  }

  #intent(kind: Intent['kind'], path: string, fields: Record<string, string>): Intent {
    return { kind, path, fields: { key: newKey(), ...fields } };
  }

  async #expect(status: number, origin: string, path: string, fields: Record<string, string>) {
    const answered = await this.#visitor.send(origin, path, fields);
    if (answered !== status) throw new Error(`${this.username}: ${path} answered ${answered}`);
  }
}

/** What was done of one kind. */
export function doneOf(traders: readonly Trader[], kind: Intent['kind']): Settled[] {
  return traders.flatMap(({ settled }) => settled.filter((one) => one.done && one.kind === kind));
}

/** Cents as typed into a form. */
export function decimal(cents: number): string {
  return (cents / 100).toFixed(2);
}
