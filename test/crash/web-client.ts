import { isIPv4 } from 'node:net';

type Fields = Record<string, string>;

/**
 * A browser without scripts: it stores cookies, reads the forms of a page and sends them. Each request can
 * go to another origin, for example after a restart.
 */
export class Visitor {
  readonly #address: string;
  readonly #cookies = new Map<string, string>();

  /** @param address the IPv4 address that the requests claim, because rate limits count by IP address. */
  constructor(address: string) {
    if (!isIPv4(address)) throw new Error(`${address} is not an IPv4 address.`);
    this.#address = address;
  }

  /** Reads a page. @throws Error when the response is missing or not 200. */
  async read(origin: string, path: string): Promise<string> {
    const response = await this.#fetch(origin + path);
    const html = await response.text();
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${html}`);
    return html;
  }

  /** Sends a form. Returns the status when the response is complete. */
  async send(origin: string, path: string, fields: Fields): Promise<number> {
    return (await this.post(origin, path, fields)).status;
  }

  /** Sends a form, which may have files. Returns the status and body of the response. */
  async post(
    origin: string,
    path: string,
    fields: Fields | FormData,
  ): Promise<{ status: number; html: string }> {
    const response = await this.#fetch(origin + path, {
      method: 'POST',
      body: fields instanceof FormData ? fields : new URLSearchParams(fields),
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

/** The fields of the form that contains the button, as in the page; null without such a form. */
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
