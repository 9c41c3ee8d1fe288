import { Form } from 'react-router';
import type { CollectedCard } from '#domain/collections/read-collection.ts';
import { collectionConstants } from '#shared/constants/collections.ts';
import { getBadgeExperience } from '#shared/rules/collector-level.ts';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { IdempotencyKey } from '#web/lib/idempotency-key.tsx';
import { usePending } from '#web/lib/use-pending.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { BadgeEmblem } from '#web/ui/cards/badge-emblem.tsx';
import { ConfirmationDialog } from '#web/ui/confirmation-dialog.tsx';

interface CraftPanelProps {
  gameId: number;
  gameName: string;
  cards: readonly CollectedCard[];
  /** The kinds that a craft uses up; null while no version of the set is held in full. */
  craftedKinds: readonly string[] | null;
  /** The level of the badge; 0 without one. */
  level: number;
  /** Whether the next level can be crafted now, else why not although a version of the set is held. */
  canCraft: boolean;
  obstacle: string | null;
  formKey: string;
  asking: boolean;
  failure: FormError | null;
}

/** The badge of a game with its next level, and the question before it is crafted. */
export function CraftPanel(props: CraftPanelProps) {
  const { gameId, gameName, cards, craftedKinds, level, canCraft, obstacle } = props;
  const { formKey, asking, failure } = props;
  const pending = usePending({ intent: 'craft' });
  const next = level + 1;
  const path = `/collection/${gameId}`;
  const used = craftedKinds
    ? cards.filter(({ kindId }) => craftedKinds.includes(kindId))
    : cards.filter(({ isCurrent }) => isCurrent);
  const lacking = used.filter(({ held }) => held === 0).length;
  const isHighest = level >= collectionConstants.badgeLevelMax;
  const experience = getBadgeExperience(next);
  return (
    <section
      aria-labelledby="badge-title"
      className="grid content-start gap-4 rounded-lg bg-surface p-6 shadow-float"
    >
      <div className="flex items-center gap-4">
        <BadgeEmblem level={level} className="size-20 shrink-0" />
        <div className="grid gap-1">
          <h2 id="badge-title" className="text-xl">
            Badge
          </h2>
          <p className="text-muted">
            {level > 0
              ? `Level ${level} of ${collectionConstants.badgeLevelMax}`
              : 'Not crafted yet'}
          </p>
        </div>
      </div>
      {isHighest ? (
        <p className="font-semibold text-alive">This badge has its highest level.</p>
      ) : (
        <p className="text-muted">
          Level {next} uses up one of each of the {used.length} cards and gives {experience}{' '}
          experience.
          {lacking > 0 &&
            (lacking === 1
              ? ' One card is not in your inventory.'
              : ` ${lacking} cards are not in your inventory.`)}
        </p>
      )}
      {!isHighest && obstacle !== null && <p className="text-muted">{obstacle}</p>}
      {failure && <Alert tone="failure">{failure.message}</Alert>}
      {canCraft && (
        <ButtonLink to={`${path}?ask=craft`} preventScrollReset replace>
          Craft level {next}
        </ButtonLink>
      )}
      <ConfirmationDialog
        open={asking && canCraft}
        title={`Craft level ${next} of the badge of ${gameName}?`}
        closePath={path}
        confirm={
          <Form method="post" action={path}>
            <input type="hidden" name="intent" value="craft" />
            <input type="hidden" name="level" value={next} />
            <IdempotencyKey value={formKey} />
            <Button pending={pending}>Use up {used.length} cards</Button>
          </Form>
        }
      >
        <p>
          One of each of these cards is used up, for good. You get {experience} experience. Your
          other copies stay.
        </p>
        <ul className="grid gap-1.5">
          {used.map(({ kindId, name, held }) => (
            <li key={kindId} className="flex justify-between gap-4 text-sm">
              <span className="wrap-anywhere">{name}</span>
              <span className="text-muted tabular-nums">
                {held - 1 === 0 ? 'your last one' : `${held - 1} left`}
              </span>
            </li>
          ))}
        </ul>
      </ConfirmationDialog>
    </section>
  );
}
