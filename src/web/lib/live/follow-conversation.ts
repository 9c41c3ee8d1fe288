import { chatConstants } from '#shared/constants/chat.ts';
import type { ChatMessage } from '#shared/schemas/socket-events.ts';
import {
  type ConversationFollower,
  type FollowedConversation,
  LiveError,
} from '../live-context.ts';
import type { LiveHub } from './live-hub.ts';

/** For so long a message is sent again by itself. */
const sendingMs = 30_000;
const againMs = 1_000;
/** How often it is looked whether the silence lasts too long. */
const lookMs = 5_000;
/** Typing is said at most this often. */
const typingEveryMs = chatConstants.typingMs / 2;

/** What may be otherwise in a moment; everything else stays refused. */
const passing = new Set(['unreachable', 'message-failed', 'failed']);

/**
 * Follows a conversation by its numbers: what is next is shown, what was shown is dropped, and after a
 * gap, a new connection or a long silence the server is asked for what is missing. Nothing depends on
 * which messages the socket happened to bring.
 */
export function followConversation(
  hub: LiveHub,
  follower: ConversationFollower,
): FollowedConversation {
  let last = follower.after;
  let conversationId: string | null = null;
  let heardAt = performance.now();
  let catching: Promise<void> | null = null;
  let stopped = false;
  let typedAt = Number.NEGATIVE_INFINITY;
  let sending = 0;
  let typedMeanwhile = false;

  function show(messages: readonly ChatMessage[]): void {
    const next: ChatMessage[] = [];
    for (const message of messages) {
      if (message.number !== last + 1) continue;
      last = message.number;
      next.push(message);
    }
    if (next.length > 0 && !stopped) follower.onMessages(next);
  }

  function take(message: ChatMessage): void {
    if (message.conversationId !== conversationId) return;
    heardAt = performance.now();
    if (message.number > last + 1) catchUp();
    else show([message]);
  }

  /** Joins where that is needed, then asks until nothing is missing. */
  async function follow(rejoin: boolean): Promise<void> {
    if (rejoin || conversationId === null) {
      const pair = { user1: follower.me, user2: follower.friend };
      const joined = await hub.ask('join', pair);
      conversationId = joined.conversationId;
      if (!stopped) follower.onJoined?.(joined);
    }
    for (;;) {
      const { messages, lastNumber } = await hub.ask('missed', { conversationId, after: last });
      heardAt = performance.now();
      const before = last;
      show(messages);
      if (last >= lastNumber || last === before) return;
    }
  }

  function catchUp(rejoin = false): void {
    if (stopped || !hub.isConnected()) return;
    if (catching) {
      // What came meanwhile may be newer than the answer that is on its way.
      again = true;
      againRejoins ||= rejoin;
      return;
    }
    catching = follow(rejoin)
      .catch((error: unknown) => {
        const refusal = error instanceof LiveError ? error : new LiveError('unreachable');
        if (!passing.has(refusal.code) && refusal.code !== 'rate-limited' && !stopped) {
          follower.onRefused?.(refusal);
        }
      })
      .finally(() => {
        catching = null;
        const rejoins = againRejoins;
        if (again) {
          again = false;
          againRejoins = false;
          catchUp(rejoins);
        }
      });
  }
  let again = false;
  let againRejoins = false;

  const stops = [
    hub.subscribe('message', take),
    hub.subscribe('typing', (typing) => {
      if (typing.conversationId === conversationId) follower.onTyping?.();
    }),
    hub.onConnect(() => catchUp(true)),
  ];
  const timer = setInterval(() => {
    const isSilent = performance.now() - heardAt >= chatConstants.silentMs;
    if (conversationId === null || isSilent) catchUp(conversationId === null);
  }, lookMs);
  catchUp(true);

  function typing(): void {
    if (conversationId === null || performance.now() - typedAt < typingEveryMs) return;
    typedAt = performance.now();
    hub.say('typing', { conversationId });
  }

  /** What is said ends the typing for whoever reads it: what is typed from then on is told at once. */
  async function send(message: { id: string; text: string }): Promise<ChatMessage> {
    sending += 1;
    try {
      return await sendUntilKept(message);
    } finally {
      sending -= 1;
      typedAt = Number.NEGATIVE_INFINITY;
      if (typedMeanwhile && sending === 0 && !stopped) typing();
      typedMeanwhile = false;
    }
  }

  async function sendUntilKept({ id, text }: { id: string; text: string }): Promise<ChatMessage> {
    const end = performance.now() + sendingMs;
    for (;;) {
      try {
        if (conversationId === null) throw new LiveError('unreachable');
        const { message } = await hub.ask('message', { conversationId, id, text });
        take(message);
        return message;
      } catch (error) {
        const refusal = error instanceof LiveError ? error : new LiveError('unreachable');
        if (!passing.has(refusal.code) || stopped || performance.now() > end) throw refusal;
        await new Promise((resolve) => setTimeout(resolve, againMs));
      }
    }
  }

  return {
    send,
    typing() {
      if (sending > 0) typedMeanwhile = true;
      else typing();
    },
    read(from, to) {
      if (conversationId !== null) hub.say('read', { conversationId, from, number: to });
    },
    stop() {
      stopped = true;
      clearInterval(timer);
      for (const stop of stops) stop();
    },
  };
}
