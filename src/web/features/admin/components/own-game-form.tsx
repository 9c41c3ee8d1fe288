import { type ReactNode, useId } from 'react';
import { Form } from 'react-router';
import type { OwnGame } from '#domain/catalog/own-games/list-own-games.ts';
import { shopGenres } from '#shared/constants/genres.ts';
import { ownGameConstants } from '#shared/constants/own-games.ts';
import { formatDecimal } from '#shared/format/money.ts';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { MoneyField } from '#web/ui/money-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';

interface OwnGameFormProps {
  /** The game to edit; null for a new one. */
  game: OwnGame | null;
  roles: readonly { slug: string; name: string }[];
  /** `GAME_PRICE`, in cents. */
  defaultPrice: number;
  failure: FormError | null;
}

const { nameMax, descriptionMax, websiteMax, namesMax } = ownGameConstants;

/** The form of a game of the site. A failed form keeps what was typed. */
export function OwnGameForm({ game, roles, defaultPrice, failure }: OwnGameFormProps) {
  const pending = usePending({ intent: 'save' });
  const typed = failure?.typed;
  const errors = failure?.fields ?? {};
  const roleId = useId();
  const stored: Record<string, string> = {
    name: game?.name ?? '',
    description: game?.description ?? '',
    released: game?.released ?? '',
    website: game?.website ?? '',
    platforms: game?.platforms.join(', ') ?? '',
    developers: game?.developers.join(', ') ?? '',
    publishers: game?.publishers.join(', ') ?? '',
    price: game && game.price !== null ? formatDecimal(game.price) : '',
    roleNeeded: game?.roleNeeded ?? '',
    genres: game?.genres.join(',') ?? '',
  };
  const shownValue = (name: string) => typed?.[name] ?? (typed ? '' : stored[name]);
  const field = (name: string) => ({ name, defaultValue: shownValue(name), error: errors[name] });
  const genres = (shownValue('genres') ?? '').split(',');
  const listHint = `Up to ${namesMax} names, with commas between.`;
  return (
    <Form method="post" preventScrollReset className="grid gap-6">
      <input type="hidden" name="intent" value="save" />
      {game && <input type="hidden" name="version" value={game.version} />}
      {failure && <Alert tone="failure">{failure.message}</Alert>}
      <FieldGroup title="What it is">
        <TextField label="Name" required maxLength={nameMax} {...field('name')} />
        <TextField
          multiline
          label="Description"
          counter
          rows={6}
          maxLength={descriptionMax}
          {...field('description')}
        />
        <TextField
          type="date"
          label="Released"
          hint="Empty for a game that is to come."
          {...field('released')}
        />
        <TextField label="Website" maxLength={websiteMax} {...field('website')} />
        <TextField label="Platforms" hint={listHint} {...field('platforms')} />
        <TextField label="Developers" hint={listHint} {...field('developers')} />
        <TextField label="Publishers" hint={listHint} {...field('publishers')} />
        <fieldset>
          <legend className="mb-2 font-medium">Genres</legend>
          <div className="flex flex-wrap gap-x-6 gap-y-2">
            {shopGenres.map(({ slug, name }) => (
              <label key={slug} className="inline-flex min-h-8 cursor-pointer items-center gap-2">
                <input
                  type="checkbox"
                  name="genres"
                  value={slug}
                  defaultChecked={genres.includes(slug)}
                  className="size-5"
                />
                {name}
              </label>
            ))}
          </div>
        </fieldset>
      </FieldGroup>
      <FieldGroup title="Who buys it, and for how much">
        <MoneyField
          label="Price"
          hint={`0 for a free game. Empty: ${formatDecimal(defaultPrice)}, as other games.`}
          {...field('price')}
        />
        <div className="grid max-w-form gap-1.5">
          <label htmlFor={roleId} className="font-medium">
            Only for
          </label>
          <select
            id={roleId}
            name="roleNeeded"
            defaultValue={shownValue('roleNeeded')}
            aria-describedby={`${roleId}-hint`}
            className="control min-h-11 px-3"
          >
            <option value="">Everybody</option>
            {roles.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </select>
          <p id={`${roleId}-hint`} className="text-sm text-muted">
            Only holders of this further role, and admins, can buy the game. Everybody sees it.
          </p>
        </div>
      </FieldGroup>
      <div>
        <Button pending={pending}>{game ? 'Save game' : 'Add game'}</Button>
      </div>
    </Form>
  );
}

function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid gap-5 rounded-lg bg-surface p-6 shadow-lift">
      <legend className="float-left mb-1 font-display text-lg font-bold">{title}</legend>
      <div className="clear-both grid gap-5">{children}</div>
    </fieldset>
  );
}
