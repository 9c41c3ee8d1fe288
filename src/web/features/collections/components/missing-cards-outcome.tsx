import { type ReactNode, useEffect, useRef } from 'react';

interface MissingCardsOutcomeProps {
  /** The id of the heading. */
  id: string;
  title: string;
  /** Whether something was bought or ordered. */
  isGood: boolean;
  cards: readonly { kindId: string; name: string; icon: ReactNode; text: ReactNode }[];
  /** What stands below the cards. */
  children: ReactNode;
}

/** The result of a form about missing cards, card by card. It gets the focus. */
export function MissingCardsOutcome({
  id,
  title,
  isGood,
  cards,
  children,
}: MissingCardsOutcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button may be gone. One frame later, as a closing dialog first returns the focus to it.
  useEffect(() => {
    const frame = requestAnimationFrame(() => heading.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <section
      aria-labelledby={id}
      className={`mb-10 grid gap-4 rounded-lg p-6 shadow-lift ${isGood ? 'bg-alive-wash' : 'bg-surface'}`}
    >
      <h2 id={id} ref={heading} tabIndex={-1} className="text-xl">
        {title}
      </h2>
      <ul className="grid gap-2">
        {cards.map(({ kindId, name, icon, text }) => (
          <li key={kindId} className="flex gap-3 [&_svg]:mt-1 [&_svg]:size-4.5 [&_svg]:shrink-0">
            {icon}
            <p className="min-w-0">
              <strong className="font-semibold">{name}</strong>: {text}
            </p>
          </li>
        ))}
      </ul>
      {children}
    </section>
  );
}
