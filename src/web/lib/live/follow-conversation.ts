import { chatConstants } from '#shared/constants/chat.ts';
import { retry } from '#shared/lib/retry.ts';
import type { ChatMessage } from '#shared/schemas/socket-events.ts';
import {
  type ConversationFollower,
  type FollowedConversation,
  LiveError,
  type LiveHub,
} from './live-context.ts';

/** How long a failed message is retried. */
const sendMaxMs = 30_000;
const retryMs = 1_000;
/** How often the time since the last answer is checked. */
const silenceCheckMs = 5_000;
/** The shortest time between two `typing` events. */
const typingIntervalMs = chatConstants.typingMs / 2;

/** Temporary errors: retrying may succeed. */
const temporaryCodes = new Set(['unreachable', 'failed', 'message-failed']);

/**
 * Follows a conversation by the numbers of its messages. The next number is shown, and a number that was
 * shown before is ignored. After a gap, a reconnect or a long silence the missing messages are requested.
 * So no message is lost when a socket event is.
 */
export function followConversation(
  hub: LiveHub,
  follower: ConversationFollower,
): FollowedConversation {
  let lastShown = follower.after;
  let conversationId: string | null = null;
  let lastAnswerAt = performance.now();
  let catchingUp: Promise<void> | null = null;
  let stopped = false;
  let typedAt = Number.NEGATIVE_INFINITY;
  let sending = 0;
  let typedWhileSending = false;

  function show(messages: readonly ChatMessage[]): void {
    const next: ChatMessage[] = [];
    for (const message of messages) {
      if (message.number !== lastShown + 1) continue;
      lastShown = message.number;
      next.push(message);
    }
    if (next.length > 0 && !stopped) follower.onMessages(next);
  }

  function receive(message: ChatMessage): void {
    if (message.conversationId !== conversationId) return;
    lastAnswerAt = performance.now();
    if (message.number > lastShown + 1) catchUp();
    else show([message]);
  }

  /** Joins the conversation if needed, then requests messages until none is missing. */
  async function fetchMissed(rejoin: boolean): Promise<void> {
    if (rejoin || conversationId === null) {
      const pair = { user1: follower.me, user2: follower.friend };
      const joined = await hub.request('join', pair);
      conversationId = joined.conversationId;
      if (!stopped) follower.onJoined?.(joined);
    }
    for (;;) {
      const { messages, lastNumber } = await hub.request('missed', {
        conversationId,
        after: lastShown,
      });
      lastAnswerAt = performance.now();
      const before = lastShown;
      show(messages);
      if (lastShown >= lastNumber || lastShown === before) return;
    }
  }

  function catchUp(rejoin = false): void {
    if (stopped || !hub.isConnected()) return;
    if (catchingUp) {
      // The answer to the running request may lack newer messages, so another request follows.
      isRequestedAgain = true;
      nextRejoins ||= rejoin;
      return;
    }
    catchingUp = fetchMissed(rejoin)
      .catch((error: unknown) => {
        const failure = toLiveError(error);
        if (!temporaryCodes.has(failure.code) && failure.code !== 'rate-limited' && !stopped) {
          follower.onRejected?.(failure);
        }
      })
      .finally(() => {
        catchingUp = null;
        const rejoins = nextRejoins;
        if (isRequestedAgain) {
          isRequestedAgain = false;
          nextRejoins = false;
          catchUp(rejoins);
        }
      });
  }
  let isRequestedAgain = false;
  let nextRejoins = false;

  const stops = [
    hub.subscribe('message', receive),
    hub.subscribe('typing', (typing) => {
      if (typing.conversationId === conversationId) follower.onTyping?.();
    }),
    hub.onConnect(() => catchUp(true)),
  ];
  const timer = setInterval(() => {
    const isSilent = performance.now() - lastAnswerAt >= chatConstants.catchUpAfterMs;
    if (conversationId === null || isSilent) catchUp(conversationId === null);
  }, silenceCheckMs);
  catchUp(true);

  function typing(): void {
    if (conversationId === null || performance.now() - typedAt < typingIntervalMs) return;
    typedAt = performance.now();
    hub.emit('typing', { conversationId });
  }

  /** A sent message hides the typing sign on the friend's screen. So the next `typing` is sent without delay. */
  async function send(message: { id: string; text: string }): Promise<ChatMessage> {
    sending += 1;
    try {
      return await sendUntilStored(message);
    } finally {
      sending -= 1;
      typedAt = Number.NEGATIVE_INFINITY;
      if (typedWhileSending && sending === 0 && !stopped) typing();
      typedWhileSending = false;
    }
  }

  function sendUntilStored({ id, text }: { id: string; text: string }): Promise<ChatMessage> {
    const sendOnce = async () => {
      if (conversationId === null) throw new LiveError('unreachable');
      const { message } = await hub.request('message', { conversationId, id, text });
      receive(message);
      return message;
    };
    const isTemporary = (error: unknown) => temporaryCodes.has(toLiveError(error).code);
    return retry(sendOnce, {
      attempts: Number.POSITIVE_INFINITY,
      waitMs: (error) => (isTemporary(error) && !stopped ? retryMs : null),
      deadline: performance.now() + sendMaxMs + retryMs,
    }).catch((error: unknown) => {
      throw toLiveError(error);
    });
  }

  return {
    send,
    typing() {
      if (sending > 0) typedWhileSending = true;
      else typing();
    },
    read(from, to) {
      if (conversationId !== null) hub.emit('read', { conversationId, from, number: to });
    },
    stop() {
      stopped = true;
      clearInterval(timer);
      for (const stop of stops) stop();
    },
  };
}

function toLiveError(error: unknown): LiveError {
  return error instanceof LiveError ? error : new LiveError('unreachable');
}
