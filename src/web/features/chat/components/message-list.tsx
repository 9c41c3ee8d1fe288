import type { ChatMessage } from '#shared/schemas/socket-events.ts';
import { ReportLink } from '#web/features/moderation/public.ts';
import { ChatTradeOffer, type OfferInChat } from '#web/features/trades/public.ts';
import { DateTime, useDateFormat } from '#web/ui/texts/date-time.tsx';
import { MessageBubble, OutgoingMessageBubble } from './message-bubble.tsx';
import type { OutgoingMessage } from './message-timeline.ts';

/** Messages of one sender within this time are shown close together. */
const groupMs = 5 * 60 * 1000;

interface MessageListProps {
  me: string;
  messages: readonly ChatMessage[];
  offers: readonly OfferInChat[];
  /** The path of the conversation, and of the question before an offer is accepted. */
  path: string;
  acceptPath: (offerId: string) => string;
  outgoing: readonly OutgoingMessage[];
  /** The number of the first unread message; null when all were read. */
  newFrom: number | null;
  /** Whether the messages of the other player have links that report them. */
  isReporting: boolean;
  onRetry: () => void;
  onGiveUp: (id: string) => void;
}

/** The messages of a conversation, grouped by days, with a line before the first unread one. */
export function MessageList(props: MessageListProps) {
  const { me, messages, offers, outgoing, newFrom, onRetry, onGiveUp } = props;
  // After hydration, days are in the reader's time zone.
  const formatDate = useDateFormat();
  const firstNew = messages.find(({ number }) => newFrom !== null && number >= newFrom)?.number;
  return (
    <ol aria-label="Messages">
      {messages.map((message, index) => {
        const previous = messages[index - 1];
        const day = formatDate(message.sentAt, 'date');
        const newDay = !previous || formatDate(previous.sentAt, 'date') !== day;
        const shown = offers.find(({ number }) => number === message.number);
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
            <MessageBubble
              sender={message.sender}
              text={shown ? shown.offer.message : message.text}
              own={message.sender === me}
              continuesSender={!newDay && !isFirstNew && isSameGroup(previous, message)}
              footer={
                <>
                  {props.isReporting && (
                    <ReportLink
                      kind="message"
                      thing={`${message.conversationId}.${message.number}`}
                      author={message.sender}
                      labelled
                      back={props.path}
                      name={`the message “${message.text.slice(0, 60)}”`}
                      className="-my-1 inline-flex min-h-6 items-center gap-1.5 rounded-sm font-semibold text-link [&_svg]:size-3.5"
                    />
                  )}
                  <DateTime value={message.sentAt} format="time" />
                </>
              }
            >
              {shown && (
                <ChatTradeOffer
                  offer={shown.offer}
                  keys={shown.keys}
                  path={props.path}
                  acceptPath={props.acceptPath(shown.offer.id)}
                />
              )}
            </MessageBubble>
          </li>
        );
      })}
      {outgoing.map((message) => (
        <li key={message.id}>
          <OutgoingMessageBubble
            me={me}
            message={message}
            onRetry={onRetry}
            onGiveUp={() => onGiveUp(message.id)}
          />
        </li>
      ))}
    </ol>
  );
}

function isSameGroup(previous: ChatMessage | undefined, { sender, sentAt }: ChatMessage): boolean {
  if (previous?.sender !== sender) return false;
  return new Date(sentAt).getTime() - new Date(previous.sentAt).getTime() < groupMs;
}
