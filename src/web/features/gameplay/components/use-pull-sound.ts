import { useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import type { Rarity } from '#shared/constants/rarity.ts';

/** Plays the sound of the newest card when it lies face up, if the player has chosen it. */
export function usePullSound(isChosen: boolean, newest?: { number: number; rarity: Rarity }) {
  const { Form } = useFetcher();
  const [hasSound, setHasSound] = useState(isChosen);
  const played = useRef(newest?.number ?? 0);
  const [number, rarity] = [newest?.number ?? 0, newest?.rarity];

  useEffect(() => {
    if (!rarity || number <= played.current) return;
    played.current = number;
    if (hasSound) play(rarity);
  }, [number, rarity, hasSound]);

  /** Changes the choice at once; the form saves it. */
  function toggle() {
    setHasSound(!hasSound);
    if (!hasSound) play('common');
  }
  return { hasSound, toggle, Form };
}

/** Without the script of the sounds the screen is silent. */
function play(rarity: Rarity): void {
  import('./play-pull-sound.ts').then(
    ({ playPullSound }) => playPullSound(rarity),
    () => undefined,
  );
}
