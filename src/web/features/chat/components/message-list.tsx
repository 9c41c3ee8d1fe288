import type { ChatMessage } from '#shared/schemas/socket-events.ts';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { DateTime, formatDate } from '#web/ui/date-time.tsx';
import { Bubble } from './bubble.tsx';
import { OutgoingBubble } from './outgoing-bubble.tsx';
import type { Outgoing } from './timeline.ts';

/** What one person says within this time reads as one. */
const togetherMs = 5 * 60 * 1000;

interface MessageListProps {
  me: string;
  messages: readonly ChatMessage[];
  outgoing: readonly Outgoing[];
  /** The number of the first that was not read; null when all were. */
  newFrom: number | null;
  onRetry: () => void;
  onGiveUp: (id: string) => void;
}

/** The messages of a conversation, by days, with a line where the unread ones begin. */
export function MessageList(props: MessageListProps) {
  const { me, messages, outgoing, newFrom, onRetry, onGiveUp } = props;
  // Days are the reader's own once the page is awake.
  const local = useHydrated();
  const firstNew = messages.find(({ number }) => newFrom !== null && number >= newFrom)?.number;
  return (
    <ol aria-label="Messages">
      {messages.map((message, index) => {
        const previous = messages[index - 1];
        const day = formatDate(message.sentAt, 'date', local);
        const newDay = !previous || formatDate(previous.sentAt, 'date', local) !== day;
        const isFirstNew = message.number === firstNew;
        return (
          <li key={message.number} data-number={message.sender === me ? undefined : message.number}>
            {newDay && (
              <p className="mt-5 mb-2 flex items-center gap-4 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
                <time dateTime={message.sentAt}>{day}</time>
              </p>
            )}
            {isFirstNew && (
              <p className="mt-4 mb-2 flex items-center gap-4 text-sm font-semibold text-accent-ink before:h-px before:flex-1 before:bg-accent-ink/50 after:h-px after:flex-1 after:bg-accent-ink/50">
                New
              </p>
            )}
            <Bubble
              sender={message.sender}
              text={message.text}
              own={message.sender === me}
              follows={!newDay && !isFirstNew && isTogether(previous, message)}
              foot={<DateTime value={message.sentAt} format="time" />}
            />
          </li>
        );
      })}
      {outgoing.map((one) => (
        <li key={one.id}>
          <OutgoingBubble
            me={me}
            message={one}
            onRetry={onRetry}
            onGiveUp={() => onGiveUp(one.id)}
          />
        </li>
      ))}
    </ol>
  );
}

function isTogether(previous: ChatMessage | undefined, { sender, sentAt }: ChatMessage): boolean {
  if (previous?.sender !== sender) return false;
  return new Date(sentAt).getTime() - new Date(previous.sentAt).getTime() < togetherMs;
}
