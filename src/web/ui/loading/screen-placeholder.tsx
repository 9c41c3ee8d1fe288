import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { useViewer } from '#web/lib/root-data.ts';
import { Page } from '../page.tsx';

/** For a page that loads faster the page before stays. */
const delayMs = 300;

/** The screens that must show 'Loading...' by the specification. */
const shapes: { screen: RegExp; Shape: (props: { name: string }) => ReactNode }[] = [
  { screen: /^\/game-info\/(.+)/, Shape: GamePlaceholder },
  { screen: /^\/profile\/([^/]+)\/friends$/, Shape: FriendsPlaceholder },
  { screen: /^\/chat\/[^/]+\/(.+)/, Shape: ChatPlaceholder },
];

/** Returns the placeholder of the screen that loads slowly; null while the current screen stays. */
export function useScreenPlaceholder(): ReactNode {
  const { state, location } = useNavigation();
  const { pathname } = useLocation();
  const next = state === 'loading' && location.pathname !== pathname ? location.pathname : null;
  const [late, setLate] = useState<string | null>(null);
  useEffect(() => {
    if (next === null) return;
    const timer = setTimeout(() => {
      setLate(next);
      window.scrollTo(0, 0);
    }, delayMs);
    return () => clearTimeout(timer);
  }, [next]);
  if (next === null || late !== next) return null;
  for (const { screen, Shape } of shapes) {
    const name = screen.exec(next)?.[1];
    if (name !== undefined) return <Shape name={name} />;
  }
  return null;
}

// Each part has the size and place of the later content, so that nothing moves when it appears.

function GamePlaceholder() {
  return (
    <div data-late>
      <div className="grid min-h-60 bg-well text-ink scheme-dark sm:min-h-[clamp(18rem,32vw,32rem)]">
        <div className="mx-auto grid w-full max-w-wide content-end gap-3 px-4 py-8 sm:px-8 sm:py-10">
          <Title className="w-2/3 text-hero lg:w-1/3">&nbsp;</Title>
          <Loading className="text-lg" />
        </div>
      </div>
      <Page
        width="wide"
        className="grid gap-12 *:h-80 lg:grid-cols-[minmax(0,1fr)_22rem] lg:*:last:-mt-52 lg:*:last:h-96"
      >
        <Block />
        <Block className="max-lg:hidden" />
      </Page>
    </div>
  );
}

function FriendsPlaceholder({ name }: { name: string }) {
  const isOwn = useViewer()?.username === name;
  return (
    <Page width="prose">
      <div data-late className="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <Title className="text-3xl">{name}'s Friends</Title>
        <div aria-hidden className="flex flex-wrap gap-3 *:min-h-11 *:px-4.5">
          <Block>
            <Width>← Back to Profile</Width>
          </Block>
          {isOwn && (
            <Block>
              <Width>Blocked</Width>
            </Block>
          )}
        </div>
      </div>
      <div className="grid gap-3 *:h-20">
        <Block>
          <Loading />
        </Block>
        <Block className="opacity-70" />
        <Block className="opacity-40" />
      </div>
    </Page>
  );
}

function ChatPlaceholder({ name }: { name: string }) {
  return (
    <Page width="prose" className="pb-8!">
      <div
        data-late
        className="mb-5 flex min-h-13 flex-wrap items-center justify-between gap-x-6 gap-y-3"
      >
        <div className="flex min-w-0 items-center gap-4">
          <Block className="size-13 rounded-full!" />
          <div className="grid min-w-0">
            <Title className="text-2xl">Chat with {name}</Title>
            <span className="text-sm">&nbsp;</span>
          </div>
        </div>
        <Block className="min-h-9 px-3 text-sm">
          <Width>Back to Friend List</Width>
        </Block>
      </div>
      <Block className="h-[calc(100dvh-15rem)] max-h-[56rem] min-h-96">
        <Loading />
      </Block>
    </Page>
  );
}

/** A placeholder of the heading, in the size of its text. */
function Title({ className, children }: { className: string; children: ReactNode }) {
  return (
    <div
      aria-hidden
      data-title
      className={`animate-breathe rounded-md bg-surface font-display font-bold tracking-[-0.015em] wrap-anywhere ${className}`}
    >
      <span className="invisible">{children}</span>
    </div>
  );
}

/** Makes a part as wide as the button with this text. */
function Width({ children }: { children: ReactNode }) {
  return (
    <span aria-hidden className="invisible font-semibold">
      {children}
    </span>
  );
}

function Block({ className = '', children }: { className?: string; children?: ReactNode }) {
  return (
    <div className={`relative grid place-items-center rounded-lg ${className}`}>
      <div aria-hidden className="absolute inset-0 animate-breathe rounded-[inherit] bg-surface" />
      {children}
    </div>
  );
}

function Loading({ className = '' }: { className?: string }) {
  return (
    <p role="status" className={`relative text-muted ${className}`}>
      Loading...
    </p>
  );
}
