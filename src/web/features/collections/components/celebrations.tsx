import { type ReactNode, useEffect, useRef } from 'react';
import { Form } from 'react-router';
import type { CollectedCard } from '#domain/collections/read-collection.ts';
import type { Rarity } from '#shared/constants/rarity.ts';
import { getBadgeExperience } from '#shared/rules/collector-level.ts';
import { Button } from '#web/ui/button.tsx';
import { BadgeEmblem } from '#web/ui/cards/badge-emblem.tsx';
import { CardPicture } from '#web/ui/cards/card-picture.tsx';

interface CelebrationProps {
  title: string;
  text: string;
  picture: ReactNode;
  /** Whether it takes the focus, so that the result of a form is read out. */
  takesFocus?: boolean;
  action?: ReactNode;
}

/** Something to be glad about, at the top of the page. */
function Celebration({ title, text, picture, takesFocus = false, action }: CelebrationProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!takesFocus) return undefined;
    // The dialog that closes in the same render returns the focus first.
    const frame = requestAnimationFrame(() => heading.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [takesFocus]);
  return (
    <section
      aria-labelledby="celebration-title"
      className="relative isolate mb-8 grid animate-rise grid-cols-[minmax(0,1fr)] items-center gap-6 overflow-hidden rounded-lg bg-raised p-6 shadow-float sm:grid-cols-[auto_minmax(0,1fr)] sm:p-8"
    >
      <div
        aria-hidden
        className="absolute -top-24 -left-24 -z-10 size-96 rounded-full bg-glow blur-3xl"
      />
      {picture}
      <div className="grid justify-items-start gap-3">
        <h2 id="celebration-title" ref={heading} tabIndex={-1} className="text-2xl outline-none">
          {title}
        </h2>
        <p>{text}</p>
        {action}
      </div>
    </section>
  );
}

const tilts = ['-rotate-6', '-rotate-3 -ml-8', 'rotate-2 -ml-8', 'rotate-6 -ml-8'];
/** The cards come one after the other. */
const delays = [
  '',
  'motion-safe:[animation-delay:90ms]',
  'motion-safe:[animation-delay:180ms]',
  'motion-safe:[animation-delay:270ms]',
];

interface SetCelebrationProps {
  gameId: number;
  gameName: string;
  cards: readonly CollectedCard[];
  /** Whether the next level of the badge can be crafted now. */
  canCraft: boolean;
  onClose: () => void;
}

/** A set that was completed for the first time. It is shown once. */
export function SetCelebration(props: SetCelebrationProps) {
  const { gameId, gameName, cards, canCraft, onClose } = props;
  return (
    <Celebration
      title="The set is complete!"
      text={`You hold all ${cards.length} cards of ${gameName} at once. This counts for good.${canCraft ? ' You can craft them into a badge.' : ''}`}
      picture={
        <div aria-hidden className="flex pl-2">
          {cards.slice(-tilts.length).map(({ kindId, name, rarity, picture }, index) => (
            <CardPicture
              key={kindId}
              name={name}
              rarity={rarity}
              picture={picture || null}
              caption={false}
              eager
              className={`w-24 min-w-0 motion-safe:animate-rise motion-safe:[animation-fill-mode:backwards] ${tilts[index] ?? ''} ${delays[index] ?? ''}`}
            />
          ))}
        </div>
      }
      action={
        <Form method="post" action={`/collection/${gameId}`} preventScrollReset onSubmit={onClose}>
          <input type="hidden" name="intent" value="celebrated" />
          <Button variant="quiet">Close</Button>
        </Form>
      }
    />
  );
}

/** A level of a badge that was just crafted. */
export function CraftCelebration({ level, gameName }: { level: number; gameName: string }) {
  return (
    <Celebration
      takesFocus
      title={`Level ${level} is yours`}
      text={`The badge of ${gameName} has level ${level} now. You got ${getBadgeExperience(level)} experience.`}
      picture={<BadgeEmblem level={level} className="size-32" />}
    />
  );
}

interface RecycledCardProps {
  card: { name: string; rarity: Rarity; picture: string | null };
  isNew: boolean;
}

/** The card that a recycling made. */
export function RecycledCardResult({ card, isNew }: RecycledCardProps) {
  return (
    <Celebration
      takesFocus
      title={`You got ${card.name}`}
      text={isNew ? 'It is new in your collection.' : 'You had this card already.'}
      picture={
        <CardPicture
          name={card.name}
          rarity={card.rarity}
          picture={card.picture || null}
          eager
          className="w-32"
        />
      }
    />
  );
}
