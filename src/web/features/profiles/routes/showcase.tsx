import { useState } from 'react';
import { Form } from 'react-router';
import { getCollectorProgress } from '#domain/crafting/collector-progress.ts';
import {
  getProfileStyle,
  listShowcaseCandidates,
  listShowcaseItems,
  type ShowcaseItem,
  saveShowcase,
} from '#domain/profiles/showcase.ts';
import { collectionConstants } from '#shared/constants/collections.ts';
import { profileColors, profileFrames } from '#shared/constants/profiles.ts';
import { showcaseInput } from '#shared/schemas/leaderboards.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { useFormError } from '#web/lib/actions/form-error.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { BadgeEmblem } from '#web/ui/cards/badge-emblem.tsx';
import { CardPicture } from '#web/ui/cards/card-picture.tsx';
import { rarityNames } from '#web/ui/cards/rarity-badge.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import type { Route } from './+types/showcase.ts';

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('Edit showcase', matches);

export const handle = { failure: 'Failed to load the showcase.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, actor) => {
    const [shown, candidates, style, { level }] = await Promise.all([
      listShowcaseItems(ctx, actor.id),
      listShowcaseCandidates(ctx),
      getProfileStyle(ctx, actor.id),
      getCollectorProgress(ctx, actor.id),
    ]);
    return { shown, candidates, style, level };
  });
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'profile-failed', async (ctx, form) => {
    await saveShowcase(ctx, parseInput(showcaseInput, form));
    throw redirect('/profile');
  });
}

export const clientAction = sendForm<typeof action>('profile-failed');

/** The value of an item in the form. */
const toFormValue = ({ gameId, kindId }: ShowcaseItem) =>
  kindId ? `${gameId}:${kindId}` : `${gameId}`;

const labelOf = ({ name, rarity, level, gameName }: ShowcaseItem) =>
  name && rarity
    ? `${name} (${rarityNames[rarity]}), ${gameName}`
    : `Badge level ${level}, ${gameName}`;

const places = Array.from({ length: collectionConstants.showcaseMax }, (_, index) => index + 1);

/** Chooses the cards and badges of the own profile, its frame and its colour. */
export default function Showcase({ loaderData, actionData }: Route.ComponentProps) {
  const { shown, candidates, style, level } = loaderData;
  const failure = useFormError(actionData);
  const pending = usePending();
  const options = [
    ...candidates,
    ...shown.filter(
      (item) => !candidates.some((other) => toFormValue(other) === toFormValue(item)),
    ),
  ];
  const valueAt = (number: number) => {
    const item = shown[number - 1];
    return failure?.typed[`place${number}`] ?? (item ? toFormValue(item) : '');
  };
  // What is chosen is shown before it is saved.
  const [chosen, setChosen] = useState(() => places.map(valueAt));
  return (
    <Page width="article">
      <PageHeader
        title="Edit showcase"
        intro="Up to six cards and badges that your profile shows, in your order."
        back={{ to: '/profile', label: 'Back to profile' }}
      />
      <Form method="post" className="grid gap-8">
        {failure && <Alert tone="failure">{failure.message}</Alert>}
        <fieldset className="grid gap-4">
          <legend className="mb-4 font-display text-xl font-bold">Cards and badges</legend>
          <div className="grid grid-cols-2 gap-3 sm:gap-5 lg:grid-cols-3">
            {places.map((number) => {
              const value = chosen[number - 1] ?? '';
              const item = options.find((option) => toFormValue(option) === value);
              const name = `place${number}`;
              return (
                <div key={number} className="panel grid content-between gap-3 p-3 sm:p-4">
                  <div className="grid min-h-40 place-items-center">
                    <ShownItem item={item} />
                  </div>
                  <label className="grid gap-1 text-sm text-muted">
                    Place {number}
                    <select
                      name={name}
                      value={value}
                      onChange={({ currentTarget }) =>
                        setChosen(chosen.with(number - 1, currentTarget.value))
                      }
                      className="control min-h-11 w-full min-w-0 px-3 text-base text-ink"
                    >
                      <option value="">Nothing</option>
                      {options.map((option) => (
                        <option key={toFormValue(option)} value={toFormValue(option)}>
                          {labelOf(option)}
                        </option>
                      ))}
                    </select>
                  </label>
                </div>
              );
            })}
          </div>
          {options.length === 0 && (
            <p className="text-muted">
              You have no cards and badges yet. Play a game to earn cards.
            </p>
          )}
        </fieldset>
        <div className="grid gap-5 sm:grid-cols-2">
          <StyleSelect
            label="Frame of your picture"
            name="frame"
            value={failure?.typed.frame ?? style.frame ?? ''}
            levels={profileFrames}
            level={level}
          />
          <StyleSelect
            label="Colour of your profile"
            name="color"
            value={failure?.typed.color ?? style.color ?? ''}
            levels={profileColors}
            level={level}
          />
        </div>
        <p className="text-muted">
          You have level {level}. Crafting badges raises it and unlocks frames and colours.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button pending={pending}>Save changes</Button>
          <ButtonLink to="/profile" variant="ghost">
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </Page>
  );
}

function ShownItem({ item }: { item: ShowcaseItem | undefined }) {
  if (!item) return <p className="text-muted">Empty</p>;
  if (!item.name || !item.rarity) return <BadgeEmblem level={item.level} className="size-28" />;
  return (
    <CardPicture
      name={item.name}
      rarity={item.rarity}
      picture={item.picture || null}
      caption={false}
      className="w-28"
    />
  );
}

interface StyleSelectProps {
  label: string;
  name: string;
  value: string;
  /** The choices with the levels that unlock them. */
  levels: Record<string, number>;
  level: number;
}

function StyleSelect({ label, name, value, levels, level }: StyleSelectProps) {
  return (
    <label className="grid gap-1 text-sm text-muted">
      {label}
      <select
        name={name}
        defaultValue={value}
        className="control min-h-11 w-full px-3 text-base text-ink"
      >
        <option value="">Plain</option>
        {Object.entries(levels).map(([choice, needed]) => (
          <option key={choice} value={choice} disabled={needed > level}>
            {`${choice[0]?.toUpperCase()}${choice.slice(1)}${needed > level ? `, from level ${needed}` : ''}`}
          </option>
        ))}
      </select>
    </label>
  );
}
