import { gameSaveConstants, gameSavePath } from '#shared/constants/game-library/game-saves.ts';

/** The page that a game is played on. */
interface GamePage {
  gameId: number;
  /** The account that loaded the page. The game is not told. */
  player: string;
  /** Shows the frame on the whole screen. */
  openFullScreen: () => Promise<void>;
  onSave: (saved: { bytes: number } | { failure: string }) => void;
}

type Answer = { type: string } & Record<string, unknown>;

/** What the server answers. */
interface ServerAnswer {
  data?: string | null;
  revision?: string | null;
  savedAt?: string | null;
  error?: { code: string; message: string; retryAfterMs?: number };
}

const { versions, bytesMax, waitingMax, timeoutMs } = gameSaveConstants;

/** The codes of errors that a game gets, by those of the server. Others are `failed`. */
const codes: Readonly<Record<string, string>> = {
  conflict: 'conflict',
  'rate-limited': 'busy',
  crowded: 'busy',
  unavailable: 'busy',
  'game-save-bytes': 'too-large',
  'game-saves-full': 'no-space',
  'bad-input': 'bad-request',
  'login-required': 'ended',
  'game-save-account': 'ended',
  'game-not-owned': 'ended',
};

/**
 * Lets the game in a frame load, store and delete its save, and open the full screen. The game asks with a message for
 * a port, and everything else goes through this port: only the document that asked has its other end.
 * docs/web-games.md describes the messages. Returns a function that ends it.
 */
export function openGamePort(frame: HTMLIFrameElement, page: GamePage): () => void {
  let port: MessagePort | null = null;

  function onMessage(event: MessageEvent) {
    // The sandbox gives the document of the frame an origin that nothing else has.
    if (event.source !== frame.contentWindow || event.origin !== 'null') return;
    const { type, version } = readMessage(event.data);
    if (type !== 'guildhall:connect') return;
    // An opaque origin cannot be named. The policy of this page keeps all other sites out of the frame.
    const send = (message: Answer, transfer: Transferable[] = []) =>
      frame.contentWindow?.postMessage(message, '*', transfer);
    if (!versions.some((known) => known === version)) {
      send({ type: 'guildhall:refused', versions });
      return;
    }
    port?.close();
    const channel = new MessageChannel();
    port = channel.port1;
    answerRequests(port, page);
    send({ type: 'guildhall:connected', version }, [channel.port2]);
  }

  const announce = () =>
    frame.contentWindow?.postMessage({ type: 'guildhall:ready', versions }, '*');
  window.addEventListener('message', onMessage);
  // The game may have asked before this script ran.
  announce();
  return () => {
    window.removeEventListener('message', onMessage);
    port?.close();
  };
}

/** Answers the requests of a port one after the other, in their order. */
function answerRequests(port: MessagePort, page: GamePage): void {
  let waiting = 0;
  let last = Promise.resolve();
  port.onmessage = ({ data }: MessageEvent) => {
    const { id = null } = readMessage(data);
    const reply = (answer: Answer) => port.postMessage({ ...answer, id });
    if (waiting >= waitingMax) {
      reply(failure('busy'));
      return;
    }
    // At once, because a browser opens the full screen only soon after a click.
    if (readMessage(data).type === 'guildhall:fullscreen') {
      void page.openFullScreen().then(
        () => reply({ type: 'guildhall:fullscreen-opened' }),
        () => reply(failure('not-allowed')),
      );
      return;
    }
    waiting += 1;
    last = last.then(async () => {
      reply(await answer(readMessage(data), page));
      waiting -= 1;
    });
  };
}

async function answer(message: Record<string, unknown>, page: GamePage): Promise<Answer> {
  const { type, data, revision = null } = message;
  if (revision !== null && typeof revision !== 'string') return failure('bad-request');
  switch (type) {
    case 'guildhall:load': {
      const { error, ...save } = await ask(page, { method: 'GET' });
      return error ? failure(error) : { type: 'guildhall:loaded', ...save };
    }
    case 'guildhall:save': {
      if (typeof data !== 'string' || !data.isWellFormed() || data.includes('\0'))
        return failure('bad-request');
      const bytes = new TextEncoder().encode(data);
      if (bytes.length > bytesMax) return failure('too-large');
      const stored = await ask(page, { method: 'PUT', revision, body: bytes });
      const { error } = stored;
      page.onSave(error ? { failure: error } : { bytes: bytes.length });
      if (error) return failure(error, stored);
      return { type: 'guildhall:saved', revision: stored.revision };
    }
    case 'guildhall:delete': {
      const left = await ask(page, { method: 'DELETE', revision });
      return left.error ? failure(left.error, left) : { type: 'guildhall:deleted' };
    }
    default:
      return failure('unknown-request');
  }
}

interface Request {
  method: 'GET' | 'PUT' | 'DELETE';
  revision?: string | null;
  body?: Uint8Array<ArrayBuffer>;
}

type ServerResult = Omit<ServerAnswer, 'error'> & { error?: string; retryAfterMs?: number };

/** Asks the server. `error` is a code for the game. */
async function ask(page: GamePage, { method, revision = null, body }: Request) {
  const query = new URLSearchParams({ player: page.player });
  if (revision !== null) query.set('revision', revision);
  try {
    const response = await fetch(`${gameSavePath(page.gameId)}?${query}`, {
      method,
      ...(body && { body, headers: { 'Content-Type': 'text/plain' } }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const isJson = response.headers.get('Content-Type')?.startsWith('application/json');
    const { error, ...rest }: ServerAnswer = isJson ? await response.json() : {};
    const result: ServerResult = rest;
    if (error) {
      result.error = codes[error.code] ?? 'failed';
      if (error.retryAfterMs !== undefined) result.retryAfterMs = error.retryAfterMs;
    } else if (!response.ok || !isJson) result.error = 'failed';
    return result;
  } catch {
    return { error: 'offline' } satisfies ServerResult as ServerResult;
  }
}

/** Only a conflict names a revision. */
function failure(code: string, { revision, retryAfterMs }: ServerResult = {}): Answer {
  return {
    type: 'guildhall:error',
    code,
    ...(code === 'conflict' && { revision: revision ?? null }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

/** A message of a game, which may be anything. */
function readMessage(data: unknown): Record<string, unknown> {
  return typeof data === 'object' && data !== null ? { ...data } : {};
}
