import {
  type Dispatch,
  type SetStateAction,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { chatConstants } from '#shared/constants/chat.ts';
import type { ChatMessage } from '#shared/schemas/socket-events.ts';
import { type FollowedConversation, LiveError, useLive } from '#web/lib/live-context.ts';
import { newId } from './new-id.ts';
import {
  beginTimeline,
  discard,
  fail,
  hear,
  lastShown,
  nextToSend,
  recall,
  restore,
  retry,
  type Timeline,
  write,
} from './timeline.ts';
import { readUnsent, storeUnsent } from './unsent-store.ts';

const none: Timeline['outgoing'] = [];

interface ConversationParts {
  /** Usernames as typed. */
  me: string;
  friend: string;
  messages: readonly ChatMessage[];
  /** The number of the last message that there is. */
  lastNumber: number;
  /** The conversation is none any more: the page is to be read anew. */
  onRefused: () => void;
}

/** A conversation on screen: what was said, what is being sent, and whether the friend is typing. */
export function useConversation(parts: ConversationParts) {
  const { me, friend, messages, lastNumber, onRefused } = parts;
  const [timeline, setTimeline] = useState(() => beginTimeline(messages, lastNumber));
  const followed = useRef<FollowedConversation | null>(null);
  const [joined, setJoined] = useState(0);
  const { chat: live } = useLive();
  const { friendTypes, showTyping, endTyping } = useTyping();
  const latest = useRef({ timeline, onRefused });
  latest.current = { timeline, onRefused };

  const [over, setOver] = useState(false);
  useUnsent(parts, over ? none : timeline.outgoing, setTimeline);

  // The page was read anew: what it brought is news like any other.
  useEffect(() => setTimeline((now) => hear(now, messages, lastNumber)), [messages, lastNumber]);

  useEffect(() => {
    const conversation = live.follow({
      me,
      friend,
      after: lastShown(latest.current.timeline),
      onMessages(heard) {
        // In the order in which it was heard: who types on after a message is typing.
        if (heard.some(({ sender }) => sender === friend)) endTyping();
        setTimeline((now) => hear(now, heard));
      },
      onTyping: showTyping,
      // What the last connection could not send is sent by this one.
      onJoined() {
        setTimeline(retry);
        setOver(false);
        setJoined((times) => times + 1);
      },
      onRefused: ({ code }) => isOver(code) && latest.current.onRefused(),
    });
    followed.current = conversation;
    return () => {
      followed.current = null;
      conversation.stop();
    };
  }, [live, me, friend, showTyping, endTyping]);

  const onSent = useCallback(
    (message: ChatMessage) => setTimeline((now) => hear(now, [message])),
    [],
  );
  const onFailed = useCallback(
    (id: string, { code, message }: LiveError) => {
      setTimeline((now) => fail(now, id, message));
      if (!isOver(code)) return;
      // Nor is it sent when they are friends again; the page may be another one by now.
      storeUnsent(me, friend, none);
      setOver(true);
      latest.current.onRefused();
    },
    [me, friend],
  );
  useSending(followed, timeline, { onSent, onRefused: onFailed });

  return {
    timeline,
    friendTypes,
    /** How many times the conversation was opened: with each connection anew. */
    joined,
    say(text: string) {
      // What failed before is sent again first, so that the order stays.
      setTimeline((now) => write(retry(now), { id: newId(), text }));
    },
    sendAgain: () => setTimeline(retry),
    giveUp: (id: string) => setTimeline((now) => discard(now, id)),
    recall: useCallback(
      (older: readonly ChatMessage[]) => setTimeline((now) => recall(now, older)),
      [],
    ),
    typing: () => followed.current?.typing(),
    read: useCallback((from: number, to: number) => followed.current?.read(from, to), []),
  };
}

/** Has messages that are on their way survive a reload. */
function useUnsent(
  { me, friend }: ConversationParts,
  outgoing: Timeline['outgoing'],
  setTimeline: Dispatch<SetStateAction<Timeline>>,
): void {
  const [restored, setRestored] = useState(false);
  useEffect(() => {
    setTimeline((now) => restore(now, readUnsent(me, friend)));
    setRestored(true);
  }, [me, friend, setTimeline]);
  useEffect(() => {
    // What the server has is on the page after a reload.
    const unsent = outgoing.filter(({ sent }) => !sent);
    if (restored) storeUnsent(me, friend, unsent);
  }, [restored, me, friend, outgoing]);
}

/** Whether nothing more can be said here, of which the page, read anew, tells the rest. */
function isOver(code: string): boolean {
  return code === 'not-friends' || code === 'account-suspended';
}

/** Sends what waits, one at a time. */
function useSending(
  followed: { current: FollowedConversation | null },
  timeline: Timeline,
  { onSent, onRefused }: SendingHandlers,
): void {
  const next = nextToSend(timeline);
  const id = next?.id ?? null;
  const text = next?.text ?? '';

  useEffect(() => {
    if (id === null) return;
    followed.current
      ?.send({ id, text })
      .then(onSent, (error: unknown) =>
        onRefused(id, error instanceof LiveError ? error : new LiveError('unreachable')),
      );
  }, [id, text, followed, onSent, onRefused]);
}

interface SendingHandlers {
  onSent: (message: ChatMessage) => void;
  onRefused: (id: string, refusal: LiveError) => void;
}

/** Whether the friend is typing: for some seconds after each sign of it, and not after what was typed. */
function useTyping() {
  const [friendTypes, setTypes] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const endTyping = useCallback(() => setTypes(false), []);
  const showTyping = useCallback(() => {
    setTypes(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(endTyping, chatConstants.typingMs);
  }, [endTyping]);
  return { friendTypes, showTyping, endTyping };
}
