import { TriangleAlert } from 'lucide-react';
import { MessageBubble } from './message-bubble.tsx';
import type { OutgoingMessage } from './message-timeline.ts';

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
