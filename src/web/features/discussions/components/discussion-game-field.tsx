import { useEffect, useId, useRef } from 'react';
import { useFetcher } from 'react-router';
import { discussionConstants } from '#shared/constants/discussions/discussions.ts';
import { cutCharacters } from '#shared/format/texts/characters.ts';
import { suggestGamesPath } from '#web/paths/discussions.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';

/** The pause in typing after which suggestions are loaded. */
const debounceMs = 200;

interface DiscussionGameFieldProps {
  saved: string;
  error?: string;
}

/** The field for a game's name with suggestions from the catalog. Other names and no name are allowed. */
export function DiscussionGameField({ saved, error }: DiscussionGameFieldProps) {
  const { load, data } = useFetcher<{ games: { id: number; name: string }[] }>();
  const listId = useId();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function loadSuggestions(typed: string) {
    clearTimeout(timer.current);
    if (typed.trim() === '') return;
    timer.current = setTimeout(() => {
      void load(
        `${suggestGamesPath}?q=${encodeURIComponent(cutCharacters(typed, discussionConstants.searchMax))}`,
      );
    }, debounceMs);
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
        onInput={(event) => loadSuggestions(event.currentTarget.value)}
      />
      <datalist id={listId}>
        {(data?.games ?? []).map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
    </>
  );
}
