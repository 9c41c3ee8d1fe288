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
import { type FollowedConversation, LiveError, useLive } from '#web/lib/live/live-context.ts';
import {
  addOlder,
  addOutgoing,
  addReceived,
  createTimeline,
  discardOutgoing,
  findNextToSend,
  lastShown,
  markFailed,
  restoreUnsent,
  retryFailed,
  type Timeline,
} from './message-timeline.ts';
import { createUnsent, readUnsent, storeUnsent } from './unsent-message-store.ts';

const none: Timeline['outgoing'] = [];

interface ConversationOptions {
  /** Both usernames in their own spelling. */
  me: string;
  friend: string;
  messages: readonly ChatMessage[];
  /** The number of the last message. */
  lastNumber: number;
  /** The conversation has ended, for example with the friendship: the page must be loaded again. */
  onEnded: () => void;
}

/** Follows a conversation on the screen: its messages, those being sent, and whether the friend is typing. */
export function useConversation(options: ConversationOptions) {
  const { me, friend, messages, lastNumber, onEnded } = options;
  const [timeline, setTimeline] = useState(() => createTimeline(messages, lastNumber));
  const followed = useRef<FollowedConversation | null>(null);
  const [joinCount, setJoinCount] = useState(0);
  const { chat: live } = useLive();
  const { isFriendTyping, showTyping, endTyping } = useTyping();
  const latest = useRef({ timeline, onEnded });
  latest.current = { timeline, onEnded };

  const [hasEnded, setHasEnded] = useState(false);
  useUnsent(options, hasEnded ? none : timeline.outgoing, setTimeline);

  // The page was loaded again: its messages are added like received ones.
  useEffect(
    () => setTimeline((now) => addReceived(now, messages, lastNumber)),
    [messages, lastNumber],
  );

  useEffect(() => {
    const conversation = live.follow({
      me,
      friend,
      after: lastShown(latest.current.timeline),
      onMessages(received) {
        // A message ends the typing; a later `typing` event starts it again.
        if (received.some(({ sender }) => sender === friend)) endTyping();
        setTimeline((now) => addReceived(now, received));
      },
      onTyping: showTyping,
      // Messages that failed with the last connection are sent with this one.
      onJoined() {
        setTimeline(retryFailed);
        setHasEnded(false);
        setJoinCount((times) => times + 1);
      },
      onRejected: ({ code }) => isEndCode(code) && latest.current.onEnded(),
    });
    followed.current = conversation;
    return () => {
      followed.current = null;
      conversation.stop();
    };
  }, [live, me, friend, showTyping, endTyping]);

  const onSent = useCallback(
    (message: ChatMessage) => setTimeline((now) => addReceived(now, [message])),
    [],
  );
  const onFailed = useCallback(
    (id: string, { code, message }: LiveError) => {
      setTimeline((now) => markFailed(now, id, message));
      if (!isEndCode(code)) return;
      // The messages are not sent when they are friends again. The page may have changed by now.
      storeUnsent(me, friend, none);
      setHasEnded(true);
      latest.current.onEnded();
    },
    [me, friend],
  );
  useSending(followed, timeline, { onSent, onFailed });

  return {
    timeline,
    isFriendTyping,
    /** How often the conversation was joined; each connection joins it again. */
    joinCount,
    send(text: string) {
      // Failed messages are sent again first, so that the order stays.
      setTimeline((now) => addOutgoing(retryFailed(now), createUnsent(text)));
    },
    retry: () => setTimeline(retryFailed),
    giveUp: (id: string) => setTimeline((now) => discardOutgoing(now, id)),
    addOlder: useCallback(
      (older: readonly ChatMessage[]) => setTimeline((now) => addOlder(now, older)),
      [],
    ),
    typing: () => followed.current?.typing(),
    read: useCallback((from: number, to: number) => followed.current?.read(from, to), []),
  };
}

/** Stores unconfirmed messages in the tab, so that they survive a reload. */
function useUnsent(
  { me, friend }: ConversationOptions,
  outgoing: Timeline['outgoing'],
  setTimeline: Dispatch<SetStateAction<Timeline>>,
): void {
  const [restored, setRestored] = useState(false);
  useEffect(() => {
    setTimeline((now) => restoreUnsent(now, readUnsent(me, friend)));
    setRestored(true);
  }, [me, friend, setTimeline]);
  useEffect(() => {
    // After a reload the page contains the messages that the server has stored.
    const unsent = outgoing.filter(({ isStored }) => !isStored);
    if (restored) storeUnsent(me, friend, unsent);
  }, [restored, me, friend, outgoing]);
}

/** Whether an error code means that no more messages can be sent. The page shows the reason when loaded again. */
function isEndCode(code: string): boolean {
  return ['not-friends', 'account-suspended', 'messages-refused'].includes(code);
}

/** Sends outgoing messages one after the other. */
function useSending(
  followed: { current: FollowedConversation | null },
  timeline: Timeline,
  { onSent, onFailed }: SendingHandlers,
): void {
  const next = findNextToSend(timeline);
  const id = next?.id ?? null;
  const text = next?.text ?? '';

  useEffect(() => {
    if (id === null) return;
    followed.current
      ?.send({ id, text })
      .then(onSent, (error: unknown) =>
        onFailed(id, error instanceof LiveError ? error : new LiveError('unreachable')),
      );
  }, [id, text, followed, onSent, onFailed]);
}

interface SendingHandlers {
  onSent: (message: ChatMessage) => void;
  onFailed: (id: string, error: LiveError) => void;
}

/** Whether the friend is typing: for some seconds after each `typing` event, or until a message arrives. */
function useTyping() {
  const [isFriendTyping, setFriendTyping] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const endTyping = useCallback(() => setFriendTyping(false), []);
  const showTyping = useCallback(() => {
    setFriendTyping(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(endTyping, chatConstants.typingMs);
  }, [endTyping]);
  return { isFriendTyping, showTyping, endTyping };
}
