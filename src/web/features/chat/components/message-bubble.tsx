import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OutgoingMessage } from './message-timeline.ts';

interface BubbleProps {
  /** The sender's username in its own spelling; screen readers and copied text have it before the text. */
  sender: string;
  /** Empty if `children` are the whole message. */
  text: string;
  own: boolean;
  /** Whether the previous message has the same sender and is recent. */
  continuesSender: boolean;
  /** The time, or the state of an unsent message. */
  footer: ReactNode;
  /** What the message shows below its text. */
  children?: ReactNode;
}

/** One message; the reader's own ones are on the right. */
export function MessageBubble({
  sender,
  text,
  own,
  continuesSender,
  footer,
  children,
}: BubbleProps) {
  const colorClass = own
    ? 'ml-auto bg-accent-wash text-ink rounded-br-sm'
    : 'mr-auto bg-raised text-ink rounded-bl-sm';
  return (
    <div className={`flex ${continuesSender ? 'mt-1' : 'mt-3'}`}>
      <div className={`max-w-[85%] rounded-lg px-4 py-2 shadow-lift sm:max-w-[75%] ${colorClass}`}>
        <p className={text === '' ? 'sr-only' : 'whitespace-pre-wrap wrap-anywhere'}>
          <span className="sr-only">{sender}: </span>
          <bdi>{text}</bdi>
        </p>
        {children}
        <div className="mt-0.5 flex flex-wrap items-center justify-end gap-x-2 text-xs text-muted">
          {footer}
        </div>
      </div>
    </div>
  );
}

interface OutgoingMessageBubbleProps {
  me: string;
  message: OutgoingMessage;
  onRetry: () => void;
  onGiveUp: () => void;
}

const buttonClass = 'min-h-6 font-semibold text-link';

/** One of the reader's own messages that is being sent or could not be sent. */
export function OutgoingMessageBubble({
  me,
  message,
  onRetry,
  onGiveUp,
}: OutgoingMessageBubbleProps) {
  const { text, error } = message;
  const footer =
    error === null ? (
      'Sending…'
    ) : (
      <>
        <TriangleAlert aria-hidden className="size-3.5 text-danger" />
        <span className="text-danger">Not sent. {error}</span>
        <button type="button" onClick={onRetry} className={buttonClass}>
          Retry
        </button>
        <button type="button" onClick={onGiveUp} className={buttonClass}>
          Delete
        </button>
      </>
    );
  return (
    <div className={error === null ? 'opacity-70' : ''}>
      <MessageBubble sender={me} text={text} own continuesSender={false} footer={footer} />
    </div>
  );
}
