import type { ReactNode } from 'react';
import type { OwnGame } from '#domain/catalog/own-games/list-own-games.ts';
import { ownGameConstants } from '#shared/constants/catalog/own-games.ts';
import { formatDecimal } from '#shared/format/amounts/money.ts';
import { useShopGenres } from '#web/lib/root-data.ts';
import { SelectField } from '#web/ui/fields/choice-fields.tsx';
import { MoneyField } from '#web/ui/fields/money-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ActionForm } from '#web/ui/forms/action-form.tsx';
import { useOwnFailure } from '#web/ui/forms/page-forms.tsx';
import { AgeRatingField } from './age-rating-field.tsx';
import { GameLinkFields } from './game-link-fields.tsx';
import { GenreField } from './genre-field.tsx';

interface OwnGameFormProps {
  /** The game to edit; null for a new one. */
  game: OwnGame | null;
  roles: readonly { slug: string; name: string }[];
  /** `GAME_PRICE`, in cents. */
  defaultPrice: number;
}

const { nameMax, descriptionMax, websiteMax, namesMax, requirementsMax } = ownGameConstants;

/** The form of a game of the site. A failed form keeps what was typed. */
export function OwnGameForm({ game, roles, defaultPrice }: OwnGameFormProps) {
  const failure = useOwnFailure({ intent: 'save' });
  const chosenGenres = failure
    ? (failure.typed.genres ?? '').split(',')
    : (game?.genres as readonly string[] | undefined);
  const shopGenres = useShopGenres();
  const others = (game?.genres ?? [])
    .filter((slug) => !shopGenres.some((genre) => genre.slug === slug))
    .map((slug) => ({ slug, name: slug }));
  const listHint = `Up to ${namesMax} names, with commas between.`;
  return (
    <ActionForm intent="save" button={game ? 'Save game' : 'Add game'} className="grid gap-6">
      {game && <input type="hidden" name="version" value={game.version} />}
      <FieldGroup title="What it is">
        <TextField
          label="Name"
          required
          maxLength={nameMax}
          name="name"
          defaultValue={game?.name}
        />
        <TextField
          multiline
          label="Description"
          counter
          rows={6}
          maxLength={descriptionMax}
          name="description"
          defaultValue={game?.description}
        />
        <TextField
          type="date"
          label="Released"
          hint="Empty for a game that is to come."
          name="released"
          defaultValue={game?.released ?? undefined}
        />
        <TextField
          label="Website"
          maxLength={websiteMax}
          name="website"
          defaultValue={game?.website ?? undefined}
        />
        <GameLinkFields links={game?.links ?? []} error={failure?.fields.links} />
        <AgeRatingField value={game?.ageRating ?? null} />
        <TextField
          label="Platforms"
          hint={`${listHint} Write PC if it has requirements below.`}
          name="platforms"
          defaultValue={game?.platforms.join(', ')}
        />
        <TextField
          label="Developers"
          hint={listHint}
          name="developers"
          defaultValue={game?.developers.join(', ')}
        />
        <TextField
          label="Publishers"
          hint={listHint}
          name="publishers"
          defaultValue={game?.publishers.join(', ')}
        />
        <GenreField genres={[...shopGenres, ...others]} chosen={chosenGenres ?? []} />
      </FieldGroup>
      <FieldGroup title="What a PC needs">
        <TextField
          multiline
          label="Minimum"
          hint="A line for each part, such as “Memory: 8 GB RAM”."
          maxLength={requirementsMax}
          name="minimum"
          defaultValue={game?.minimum}
        />
        <TextField
          multiline
          label="Recommended"
          hint="Empty: the same as the minimum."
          maxLength={requirementsMax}
          name="recommended"
          defaultValue={game?.recommended}
        />
      </FieldGroup>
      <FieldGroup title="Who buys it, and for how much">
        <MoneyField
          label="Price"
          hint={`0 for a free game. Empty: ${formatDecimal(defaultPrice)}, as other games.`}
          name="price"
          defaultValue={typeof game?.price === 'number' ? formatDecimal(game.price) : undefined}
        />
        <SelectField
          name="roleNeeded"
          label="Only for"
          hint="Only holders of this further role, and admins, can buy the game. Everybody sees it."
          defaultValue={game?.roleNeeded ?? ''}
          options={[['', 'Everybody'], ...roles.map(({ slug, name }) => [slug, name] as const)]}
        />
      </FieldGroup>
    </ActionForm>
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
