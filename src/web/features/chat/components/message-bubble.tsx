import type { ReactNode } from 'react';

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
