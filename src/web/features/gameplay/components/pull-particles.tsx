import { type ReactNode, useEffect, useRef } from 'react';
import type { Rarity } from '#shared/constants/rarity.ts';
import { runParticles } from './run-particles.ts';

interface PullParticlesProps {
  rarity: Exclude<Rarity, 'common'>;
  onDone: () => void;
}

/** Sparks around the card for about two seconds. */
export default function PullParticles({ rarity, onDone }: PullParticlesProps): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(
    () => (canvas.current ? runParticles(canvas.current, rarity, onDone) : undefined),
    [rarity, onDone],
  );
  return (
    <canvas
      ref={canvas}
      aria-hidden
      className="pointer-events-none absolute inset-0 z-10 size-full mix-blend-screen"
    />
  );
}
