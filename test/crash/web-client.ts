import { isIPv4 } from 'node:net';

type Fields = Record<string, string>;

/**
 * Somebody at a browser without script: keeps its cookies, reads a page's forms and sends them.
 * The server may be another one at every request, as after a restart.
 */
export class Visitor {
  readonly #address: string;
  readonly #cookies = new Map<string, string>();

  /** @param address where the requests claim to come from, as limits count by it. */
  constructor(address: string) {
    if (!isIPv4(address)) throw new Error(`${address} is no address.`);
    this.#address = address;
  }

  /** Reads a page. @throws Error when the server is gone or does not answer with it. */
  async read(origin: string, path: string): Promise<string> {
    const response = await this.#fetch(origin + path);
    const html = await response.text();
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${html}`);
    return html;
  }

  /** Sends a form and answers its status once the answer is complete. */
  async send(origin: string, path: string, fields: Fields): Promise<number> {
    return (await this.answer(origin, path, fields)).status;
  }

  /** Sends a form and answers with all that came back. */
  async answer(
    origin: string,
    path: string,
    fields: Fields,
  ): Promise<{ status: number; html: string }> {
    const response = await this.#fetch(origin + path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { Origin: origin },
    });
    return { status: response.status, html: await response.text() };
  }

  async #fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('X-Forwarded-For', this.#address);
    const cookies = [...this.#cookies].map(([name, value]) => `${name}=${value}`);
    if (cookies.length > 0) headers.set('Cookie', cookies.join('; '));
    const response = await fetch(url, {
      ...init,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(20_000),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';', 1);
      const at = pair.indexOf('=');
      this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }
}

/** The fields that the form around the button `button` sends as it stands; null without such a form. */
export function formFields(html: string, button: string): Fields | null {
  const forms = html.match(/<form\b.*?<\/form>/gs) ?? [];
  const form = forms.find((candidate) => textOf(candidate).includes(button));
  if (!form) return null;
  const named = (form.match(/<(input|button)\b[^>]*>/g) ?? [])
    .map((tag) => [attribute(tag, 'name'), attribute(tag, 'value')] as const)
    .filter(([name]) => name !== '');
  return Object.fromEntries(named);
}

function attribute(tag: string, name: string): string {
  return new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
}

function textOf(html: string): string {
  return html.replace(/<[^>]*>/g, '');
}
