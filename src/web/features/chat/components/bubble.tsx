import type { ReactNode } from 'react';

interface BubbleProps {
  /** Username as typed; said before the text to whoever listens or copies. */
  sender: string;
  text: string;
  own: boolean;
  /** Whether it follows what the same person said just before. */
  follows: boolean;
  /** When it was sent, or what became of it. */
  foot: ReactNode;
}

/** What somebody said; one's own to the right. */
export function Bubble({ sender, text, own, follows, foot }: BubbleProps) {
  const look = own
    ? 'ml-auto bg-accent-wash text-ink rounded-br-sm'
    : 'mr-auto bg-raised text-ink rounded-bl-sm';
  return (
    <div className={`flex ${follows ? 'mt-1' : 'mt-3'}`}>
      <div className={`max-w-[85%] rounded-lg px-4 py-2 shadow-lift sm:max-w-[75%] ${look}`}>
        <p className="whitespace-pre-wrap wrap-anywhere">
          <span className="sr-only">{sender}: </span>
          <bdi>{text}</bdi>
        </p>
        <div className="mt-0.5 flex flex-wrap items-center justify-end gap-x-2 text-xs text-muted">
          {foot}
        </div>
      </div>
    </div>
  );
}
