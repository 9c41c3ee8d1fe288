import { useEffect, useId, useRef } from 'react';
import { useFetcher } from 'react-router';
import { discussionConstants } from '#shared/constants/discussions.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { suggestPath } from './discussion-address.ts';

/** One asks while somebody types, but not at every letter. */
const restMs = 200;

interface GameFieldProps {
  saved: string;
  error?: string;
}

/** The game's name, with suggestions of the catalogue; any other name will do, and none. */
export function GameField({ saved, error }: GameFieldProps) {
  const { load, data } = useFetcher<{ games: { id: number; name: string }[] }>();
  const listId = useId();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function ask(typed: string) {
    clearTimeout(timer.current);
    if (typed.trim() === '') return;
    timer.current = setTimeout(() => {
      void load(
        `${suggestPath}?q=${encodeURIComponent(typed.slice(0, discussionConstants.searchMax))}`,
      );
    }, restMs);
  }

  return (
    <>
      <TextField
        label="Game (optional)"
        name="game"
        list={listId}
        defaultValue={saved}
        maxLength={discussionConstants.gameMax}
        autoComplete="off"
        hint="A game of the shop gets a link to its page."
        error={error}
        onInput={(event) => ask(event.currentTarget.value)}
      />
      <datalist id={listId}>
        {(data?.games ?? []).map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
    </>
  );
}
