import { useEffect, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { Page } from './page.tsx';

/** A page that comes sooner is awaited on the one before. */
const lateMs = 300;

interface Shape {
  screen: RegExp;
  width: 'page' | 'prose';
  /** Sizes of what the screen shows first, from above. */
  blocks: string[];
}

/** The screens for which the specification has the word. */
const shapes: Shape[] = [
  {
    screen: /^\/game-info\//,
    width: 'page',
    blocks: ['h-9 w-1/2', 'h-80', 'h-24', 'h-40 lg:w-2/3'],
  },
  {
    screen: /^\/profile\/[^/]+\/friends$/,
    width: 'page',
    blocks: ['h-9 w-1/3', 'h-20', 'h-20 opacity-80', 'h-20 opacity-60', 'h-20 opacity-40'],
  },
  {
    screen: /^\/chat\//,
    width: 'prose',
    blocks: ['h-13 w-1/2', 'h-11 w-2/3', 'h-11 w-1/3', 'ml-auto h-11 w-1/2', 'h-11 w-2/5', 'h-16'],
  },
];

/** The shape of the screen that is on its way and late; null while what is shown is to stay. */
export function useLateShape(): Shape | null {
  const { state, location } = useNavigation();
  const { pathname } = useLocation();
  const next = state === 'loading' && location.pathname !== pathname ? location.pathname : null;
  const [late, setLate] = useState<string | null>(null);
  useEffect(() => {
    if (next === null) return;
    const timer = setTimeout(() => {
      setLate(next);
      window.scrollTo(0, 0);
    }, lateMs);
    return () => clearTimeout(timer);
  }, [next]);
  if (next === null || late !== next) return null;
  return shapes.find(({ screen }) => screen.test(next)) ?? null;
}

/** Stands where the screen will be. */
export function LoadingShape({ width, blocks }: Shape) {
  return (
    <Page width={width} className="min-h-svh">
      <p role="status" className="mb-4 text-muted">
        Loading...
      </p>
      <div aria-hidden className="grid gap-4">
        {blocks.map((block) => (
          <div key={block} className={`animate-breathe rounded-lg bg-surface ${block}`} />
        ))}
      </div>
    </Page>
  );
}
