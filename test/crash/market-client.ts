import { appErrors } from '#shared/errors/app-error.ts';
import { cents, type Intent, type IntentKind, intentsOf } from './market-intents.ts';
import { formFields, Visitor } from './web-client.ts';

/** What came of an intent. */
export interface Settled extends Intent {
  /** False when it was refused, as when somebody else was faster. */
  done: boolean;
  /** How many listings it made or took back, as the answer tells. */
  items: number;
  /** Prices (cents) of what was bought of the missing cards, as the report tells. */
  bought: number[];
}

/** What may be answered for what others did before, or as there is no more to trade with. */
const noes = [
  ...(['item-gone', 'own-item', 'card-not-held', 'listing-limit', 'not-enough-money'] as const).map(
    (code) => appErrors[code],
  ),
  { status: 409, text: 'Your cards have changed. Check the list again.' },
];

/** The server answered what it must never answer, whatever was lost or crashed. */
export class UnexpectedAnswer extends Error {}

/**
 * A player who trades as a page with script does, which asks for the answer of its form alone, and keeps
 * account of what the server acknowledged.
 */
export class Trader {
  readonly username: string;
  readonly wants: ReturnType<typeof intentsOf>;
  readonly settled: Settled[] = [];
  /** How often a form was sent, counting those sent again. */
  sent = 0;
  readonly #visitor: Visitor;
  #unanswered: Intent | null = null;

  constructor(number: number) {
    this.username = `trader${number}`;
    this.wants = intentsOf(this.username);
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

  /** The ids of the own listings, as the first page of them shows. */
  async listings(origin: string): Promise<string[]> {
    const html = await this.#visitor.read(origin, '/community/market/listings');
    return idsIn(html, /name="itemId" value="([^"]+)"/g);
  }

  /** The ids of what can be bought, as a page of the market shows. */
  async market(origin: string, search: string): Promise<string[]> {
    const html = await this.#visitor.read(origin, `/community/market${search}`);
    return idsIn(html, /name="buy" value="([^"]+)"/g);
  }

  /** Sends a form once. @throws Error while there is no answer, or none that says what became of it. */
  async act(origin: string, intent: Intent): Promise<Settled> {
    this.#unanswered = intent;
    this.sent += 1;
    const { status, html } = await this.say(origin, intent);
    if (status >= 500) throw new Error(`${intent.path} answered ${status}`);
    const refused = noes.some((no) => status === no.status && html.includes(no.text));
    if (status >= 400 && !refused) {
      throw new UnexpectedAnswer(`${this.username}: ${intent.kind} answered ${status}: ${html}`);
    }
    const items = /"(?:listed|removed)",(\d+)/.exec(html)?.[1];
    const settled = {
      ...intent,
      done: !refused,
      items: intent.kind === 'sell' || intent.kind === 'remove' ? 1 : Number(items ?? 0),
      bought: intent.kind === 'buy-missing' ? await this.#report(origin, intent) : [],
    };
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

  /** Sends any form as it is and answers the status and what is answered to it. */
  say(origin: string, { path, fields }: Intent): Promise<{ status: number; html: string }> {
    return this.#visitor.answer(origin, `${path}.data`, fields);
  }

  /** Where the form that buys missing cards leads to. */
  async #report(origin: string, { path, fields }: Intent): Promise<number[]> {
    const html = await this.#visitor.read(origin, `${path}?order=${fields.key}`);
    const rows = html.match(/<li\b.*?<\/li>/gs) ?? [];
    return rows.flatMap((row) => {
      const text = row.replace(/<!--.*?-->|<[^>]*>/gs, '');
      const price = /: bought for \$([\d,.]+)\.$/.exec(text)?.[1];
      return price ? [cents(price)] : [];
    });
  }

  async #expect(status: number, origin: string, path: string, fields: Record<string, string>) {
    const answered = await this.#visitor.send(origin, path, fields);
    if (answered !== status) throw new Error(`${this.username}: ${path} answered ${answered}`);
  }
}

function idsIn(html: string, pattern: RegExp): string[] {
  return [...new Set([...html.matchAll(pattern)].map(([, id]) => id ?? ''))];
}

/** What was done of some kinds. */
export function doneOf(traders: readonly Trader[], ...kinds: IntentKind[]): Settled[] {
  return traders.flatMap(({ settled }) =>
    settled.filter((one) => one.done && kinds.includes(one.kind)),
  );
}
