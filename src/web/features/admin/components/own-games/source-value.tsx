import { Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Form } from 'react-router';
import type { EditedGame } from '#domain/catalog/edited-games/get-edited-game.ts';
import type { OverridableField } from '#shared/constants/catalog/game-overrides.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Button } from '#web/ui/button.tsx';
import { HiddenFields } from '#web/ui/forms/hidden-fields.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';

export const fieldNames: Record<OverridableField, string> = {
  name: 'Name',
  description: 'Description',
  cover: 'Cover',
  genres: 'Genres',
  website: 'Website',
  links: 'Links',
  ageRating: 'Age rating',
};

interface SourceValueProps {
  game: EditedGame;
  field: OverridableField;
  /** How the value of the source is shown; by default as text. */
  children?: ReactNode;
}

/** What the source of a game says about a field that editors have changed, with a button that takes it back. */
export function SourceValue({ game, field, children }: SourceValueProps) {
  const pending = usePending({ intent: 'take-back', field });
  const change = game.changes.find((one) => one.field === field);
  if (!change) return null;
  return (
    <div className="grid gap-2 rounded-md border border-line p-3 text-sm">
      <p className="text-muted">
        Changed by {change.by}, <DateTime value={change.at} />. The source has:
      </p>
      <div className="max-h-40 overflow-y-auto whitespace-pre-line wrap-anywhere">
        {children ?? describe(change.source, game)}
      </div>
      <div>
        <Button
          form={`take-back-${field}`}
          variant="quiet"
          size="sm"
          pending={pending}
          aria-label={`Take back: ${fieldNames[field]}`}
        >
          <Undo2 aria-hidden />
          Take back
        </Button>
      </div>
    </div>
  );
}

function describe(value: EditedGame['changes'][number]['source'], game: EditedGame): string {
  if (value === null || value.length === 0) return 'Nothing';
  if (typeof value === 'string') return value;
  return value
    .map((part) =>
      typeof part === 'string'
        ? (game.allGenres.find(({ slug }) => slug === part)?.name ?? part)
        : part.label,
    )
    .join(', ');
}

/** The forms of the buttons, because a form cannot stand within another one. */
export function TakeBackForms({ game }: { game: EditedGame }) {
  return game.changes.map(({ field }) => (
    <Form key={field} id={`take-back-${field}`} method="post" preventScrollReset>
      <HiddenFields values={{ intent: 'take-back', field, version: String(game.version) }} />
    </Form>
  ));
}
