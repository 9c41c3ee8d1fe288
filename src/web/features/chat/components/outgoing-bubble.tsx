import { TriangleAlert } from 'lucide-react';
import { Bubble } from './bubble.tsx';
import type { Outgoing } from './timeline.ts';

interface OutgoingBubbleProps {
  me: string;
  message: Outgoing;
  onRetry: () => void;
  onGiveUp: () => void;
}

const action = 'min-h-6 font-semibold text-link';

/** A message of one's own on its way, or one that could not be sent. */
export function OutgoingBubble({ me, message, onRetry, onGiveUp }: OutgoingBubbleProps) {
  const { text, error } = message;
  const foot =
    error === null ? (
      'Sending…'
    ) : (
      <>
        <TriangleAlert aria-hidden className="size-3.5 text-danger" />
        <span className="text-danger">Not sent. {error}</span>
        <button type="button" onClick={onRetry} className={action}>
          Retry
        </button>
        <button type="button" onClick={onGiveUp} className={action}>
          Delete
        </button>
      </>
    );
  return (
    <div className={error === null ? 'opacity-70' : ''}>
      <Bubble sender={me} text={text} own follows={false} foot={foot} />
    </div>
  );
}
