import { Volume2, VolumeX } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { cardBackPath } from '#shared/format/paths/card-back-path.ts';
import { Button } from '#web/ui/button.tsx';
import { ProgressRing } from '#web/ui/loading/progress-ring.tsx';
import { PullCard } from './pull-card.tsx';
import { describePull, PullResult } from './pull-result.tsx';
import type { usePull } from './use-pull.ts';
import { usePullSound } from './use-pull-sound.ts';

const loadParticles = () => import('./pull-particles.tsx').catch(() => ({ default: () => null }));
const PullParticles = lazy(loadParticles);

interface PullStageProps {
  game: { id: number; backgroundImage: string | null };
  username: string;
  /** The progress of the cycle, 0 to 100. */
  percent: number;
  pull: ReturnType<typeof usePull>;
  hasSound: boolean;
  /** What stands below the card. */
  children: ReactNode;
}

/** The ring of the cycle with the card in it, which lies face down until it is turned over. */
export function PullStage(props: PullStageProps) {
  const { game, username, percent, pull, hasSound, children } = props;
  const { cards, faceDown, turned, turn, chances, copies } = pull;
  const newest = cards[0];
  const shown = faceDown ? { ...faceDown.card, number: faceDown.number } : newest;
  const back = cardBackPath(chances.kinds[0]?.picture ?? null);
  const sound = usePullSound(hasSound, newest);
  return (
    <section className="relative isolate grid scheme-dark justify-items-center gap-7 overflow-hidden rounded-lg bg-well px-6 pt-12 pb-10 text-center text-ink shadow-float">
      {game.backgroundImage && (
        <img
          src={game.backgroundImage}
          alt=""
          className="absolute inset-0 -z-10 size-full scale-110 object-cover opacity-30 blur-2xl"
        />
      )}
      <sound.Form method="post" onSubmit={sound.toggle} className="absolute top-3 right-3 z-20">
        <input type="hidden" name="intent" value="sound" />
        {!sound.hasSound && <input type="hidden" name="hasSound" value="yes" />}
        <Button
          variant="ghost"
          aria-label="Sound"
          aria-pressed={sound.hasSound}
          title={sound.hasSound ? 'Turn the sound off' : 'Turn the sound on'}
          className="px-3!"
        >
          {sound.hasSound ? <Volume2 aria-hidden /> : <VolumeX aria-hidden />}
        </Button>
      </sound.Form>
      <div className="relative grid aspect-square w-full max-w-72 place-items-center sm:max-w-96">
        <ProgressRing
          value={percent}
          label="Progress to the next card"
          className="absolute! inset-0 [&_circle]:[stroke-width:3.5]"
        >
          <span />
        </ProgressRing>
        {shown ? (
          <PullCard
            card={shown}
            number={shown.number}
            back={back}
            isFaceDown={faceDown !== null}
            isTurned={turned === shown.number}
            onTurn={turn}
          />
        ) : (
          back && (
            <img src={back} alt="" width={480} height={640} className="w-1/2 drop-shadow-card" />
          )
        )}
        <span
          aria-hidden
          className="absolute bottom-0 rounded-full bg-raised px-3 text-sm leading-7 font-bold tabular-nums shadow-lift"
        >
          {percent}%
        </span>
      </div>
      <div className="grid min-h-32 content-center">
        {faceDown ? (
          <p className="font-display text-xl font-bold">A new card</p>
        ) : (
          newest && (
            <PullResult
              key={newest.number}
              card={newest}
              copies={copies}
              kinds={chances.kinds}
              gameId={game.id}
              username={username}
              isTurned={turned === newest.number}
            />
          )
        )}
      </div>
      {children}
      <p aria-live="polite" className="sr-only">
        {!faceDown && newest && describePull(newest, copies)}
      </p>
      <Sparks key={shown?.number} pull={pull} />
    </section>
  );
}

/** The sparks of the newest card, if it was turned over before the player's eyes. */
function Sparks({ pull: { cards, faceDown, turned } }: Pick<PullStageProps, 'pull'>) {
  const [isDone, setDone] = useState(false);
  const finish = useCallback(() => setDone(true), []);
  const awaited = faceDown?.card.rarity;
  useEffect(() => {
    if (awaited && awaited !== 'common') void loadParticles();
  }, [awaited]);
  const newest = cards[0];
  if (isDone || !newest || newest.number !== turned || newest.rarity === 'common') return null;
  return (
    <Suspense>
      <PullParticles rarity={newest.rarity} onDone={finish} />
    </Suspense>
  );
}
