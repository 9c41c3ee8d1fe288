import { appErrors } from '#shared/errors/app-error.ts';
import { type MarketForm, type MarketFormKind, marketFormsOf, parseCents } from './market-forms.ts';
import { UnexpectedAnswer } from './unexpected-answer.ts';
import { formFields, Visitor } from './web-client.ts';

/** The result of a form. */
export interface FormResult extends MarketForm {
  /** False when it was rejected, for example because another buyer was faster. */
  done: boolean;
  /** The number of listings that it created or withdrew, as the response says. */
  items: number;
  /** The prices (cents) of bought missing cards, as the report says. */
  bought: number[];
}

/** Errors that are expected because of other traders or missing cards and money. */
const expectedErrors = [
  ...(
    [
      ...(['item-gone', 'own-item', 'card-not-held', 'listing-limit', 'not-enough-money'] as const),
      ...([
        'own-listing-crosses',
        'own-order-crosses',
        'order-gone',
        'order-limit',
        'pair-limit',
        'newcomer-limit',
      ] as const),
    ] as const
  ).map((code) => appErrors[code]),
  { status: 409, text: 'Your cards have changed. Check the list again.' },
];

/**
 * A player who sends forms as a page with scripts does, and records what the server acknowledged.
 */
export class Trader {
  readonly username: string;
  readonly forms: ReturnType<typeof marketFormsOf>;
  readonly results: FormResult[] = [];
  /** The number of sent forms, including those sent again. */
  sent = 0;
  readonly #visitor: Visitor;
  #unanswered: MarketForm | null = null;

  constructor(number: number) {
    this.username = `trader${number}`;
    this.forms = marketFormsOf(this.username);
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

  /** The ids on the first page of the player's listings. */
  async listings(origin: string): Promise<string[]> {
    const html = await this.#visitor.read(origin, '/community/market/listings');
    return idsIn(html, /name="itemId" value="([^"]+)"/g);
  }

  /** The ids on the first page of the player's open orders. */
  async orders(origin: string): Promise<string[]> {
    const html = await this.#visitor.read(origin, '/community/market/orders');
    return idsIn(html, /name="orderId" value="([^"]+)"/g);
  }

  /** The ids of listings on a page of the market that can be bought. */
  async market(origin: string, search: string): Promise<string[]> {
    const html = await this.#visitor.read(origin, `/community/market${search}`);
    return idsIn(html, /name="buy" value="([^"]+)"/g);
  }

  /** Sends a form once. @throws Error without a response or with a server error. */
  async submitOnce(origin: string, intent: MarketForm): Promise<FormResult> {
    this.#unanswered = intent;
    this.sent += 1;
    const { status, html } = await this.submit(origin, intent);
    if (status >= 500) throw new Error(`${intent.path} answered ${status}`);
    const rejected = expectedErrors.some(
      (error) => status === error.status && html.includes(error.text),
    );
    if (status >= 400 && !rejected) {
      throw new UnexpectedAnswer(`${this.username}: ${intent.kind} answered ${status}: ${html}`);
    }
    const items = /"(?:listed|removed)",(\d+)/.exec(html)?.[1];
    const settled = {
      ...intent,
      done: !rejected,
      items: intent.kind === 'sell' || intent.kind === 'remove' ? 1 : Number(items ?? 0),
      bought: intent.kind === 'buy-missing' ? await this.#report(origin, intent) : [],
    };
    this.results.push(settled);
    this.#unanswered = null;
    return settled;
  }

  /** Sends the unacknowledged form again without changes. */
  async resendUnanswered(origin: string): Promise<void> {
    if (this.#unanswered) await this.submitOnce(origin, this.#unanswered);
  }

  /** Sends a form until it is answered. `origin` is called each time, because the server may restart. */
  async submitUntilAnswered(
    origin: () => string | Promise<string>,
    intent: MarketForm,
  ): Promise<FormResult> {
    for (;;) {
      try {
        return await this.submitOnce(await origin(), intent);
      } catch (error) {
        if (error instanceof UnexpectedAnswer) throw error;
      }
    }
  }

  /** Sends a form without recording it. Returns the status and body of the response. */
  submit(origin: string, { path, fields }: MarketForm): Promise<{ status: number; html: string }> {
    return this.#visitor.post(origin, `${path}.data`, fields);
  }

  /** The prices (cents) in the report to which the form for missing cards redirects. */
  async #report(origin: string, { path, fields }: MarketForm): Promise<number[]> {
    const html = await this.#visitor.read(origin, `${path}?order=${fields.key}`);
    const rows = html.match(/<li\b.*?<\/li>/gs) ?? [];
    return rows.flatMap((row) => {
      const text = row.replace(/<!--.*?-->|<[^>]*>/gs, '');
      const price = /: bought for \$([\d,.]+)\.$/.exec(text)?.[1];
      return price ? [parseCents(price)] : [];
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

/** The successful results of these kinds. */
export function doneForms(traders: readonly Trader[], ...kinds: MarketFormKind[]): FormResult[] {
  return traders.flatMap(({ results: settled }) =>
    settled.filter((one) => one.done && kinds.includes(one.kind)),
  );
}
