import { toLoginKey } from '#domain/accounts/username-condition.ts';

/** Whether a path can be decoded. */
export function isDecodable(pathname: string): boolean {
  try {
    // The result is used, because a bundler removes a call without effects.
    return decodeURIComponent(pathname) !== '';
  } catch {
    return false;
  }
}

/** The path without trailing slashes. It starts with one slash, because two would lead to another host. */
export function removeTrailingSlashes(pathname: string): string {
  let [start, end] = [0, pathname.length];
  while (pathname[end - 1] === '/') end -= 1;
  while (pathname[start] === '/') start += 1;
  return `/${pathname.slice(start, end)}`;
}

/** The path of the page whose data the router's scripts request. Other paths stay as they are. */
export function toPagePath(pathname: string): string {
  // The home page has no name to append to.
  return pathname === '/_.data' ? '/' : pathname.replace(/\.data$/, '');
}

export function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** The same request with its body in memory. If the body cannot be read, the action reports it. */
export async function readWholeBody(request: Request): Promise<Request> {
  try {
    const body = await request.arrayBuffer();
    const { method, signal } = request;
    const headers = new Headers(request.headers);
    // `isFromOwnOrigin` has accepted it. The router knows no hidden origin and would refuse the form.
    if (headers.get('Origin') === 'null') headers.delete('Origin');
    return new Request(request.url, { method, headers, body, signal });
  } catch {
    return request;
  }
}

/** The account of a form with a password, such as a login or a registration. */
export async function findLoginAccount(request: Request): Promise<string | undefined> {
  try {
    const form = await request.clone().formData();
    const name = form.get('username') ?? form.get('email');
    if (!form.has('password') || typeof name !== 'string') return undefined;
    return toLoginKey(name);
  } catch {
    // The action reports a body that is not a form.
    return undefined;
  }
}

/** The request with the public origin, even if a proxy changed its Host header. */
export function withOrigin(request: Request, origin: string): Request {
  const url = new URL(request.url);
  const headers = new Headers(request.headers);
  headers.set('Host', new URL(origin).host);
  headers.delete('X-Forwarded-Host');
  return new Request(origin + url.pathname + url.search, {
    method: request.method,
    headers,
    body: request.body,
    signal: request.signal,
    ...(request.body && { duplex: 'half' }),
  });
}
