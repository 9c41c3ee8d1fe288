import { ArrowLeftRight, HousePlug, Layers, MessagesSquare, Scale, Store } from 'lucide-react';
import { listCardSet } from '#domain/card-sets/list-card-set.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { useSiteName, useViewer } from '#web/lib/root-data.ts';
import { pageHead } from '#web/lib/seo/page-head.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { CardPicture } from '#web/ui/cards/card-picture.tsx';
import type { Route } from './+types/about.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageHead(matches, {
    title: 'About',
    description:
      'A game store and a clubhouse under one roof: browse games, play them, collect and trade the cards they hand you, and stay for the company.',
    path: '/about',
  });

export const handle = { failure: 'Failed to load this page.' };

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx) => {
    const { kinds } = await listCardSet(ctx, null);
    const hand = (['rare', 'legendary', 'epic'] as const).flatMap((wantedRarity) =>
      kinds.filter(({ rarity }) => rarity === wantedRarity).slice(0, 1),
    );
    const cards = hand.map(({ id, name, rarity, picture }) => ({ id, name, rarity, picture }));
    return { hand: cards, banner: ctx.site.banner };
  });
}

const promises = [
  {
    icon: Store,
    title: 'A store that stays quiet',
    text: 'Search by name or genre, see what a game needs and what others thought of it, and buy it once. No countdowns, no pop-ups, one price.',
  },
  {
    icon: Layers,
    title: 'Play, and cards come to you',
    text: 'Every game you play hands you cards, from common to legendary. The odds are written beside each set, and the draw is fair.',
  },
  {
    icon: ArrowLeftRight,
    title: 'A market among friends',
    text: 'Put a spare card up at your own price, or find the one that completes a set. What you pay is what you saw.',
  },
  {
    icon: MessagesSquare,
    title: 'Company',
    text: 'Profiles to decorate, friends to add, discussions to start, pictures to share, and a chat that is there when the game is over.',
  },
  {
    icon: Scale,
    title: 'Nothing hidden',
    text: 'Every coin that moves is in your wallet’s ledger, line by line. The money is play money: nobody is ever charged.',
  },
  {
    icon: HousePlug,
    title: 'A hall of its own',
    text: 'A club, a school, a café: anyone can run Guildhall on their own machine. Your games and cards stay there.',
  },
];

const steps = [
  {
    title: 'Step in',
    text: 'Register, or look around as a guest first. Guests keep what they gain.',
  },
  {
    title: 'Pick a game',
    text: 'Your daily reward is waiting. Spend it on something you will love.',
  },
  { title: 'Play', text: 'A ring fills while you play. When it is full, a card turns over.' },
  {
    title: 'Trade and talk',
    text: 'Finish your sets, show your best cards, and say what you think.',
  },
];

export default function About({ loaderData: { hand, banner } }: Route.ComponentProps) {
  const viewer = useViewer();
  const siteName = useSiteName();
  return (
    <div className="overflow-x-clip">
      <section className="mx-auto grid max-w-wide items-center gap-x-12 gap-y-14 px-4 pt-14 pb-20 sm:px-8 lg:grid-cols-[1.15fr_1fr] lg:pt-20 lg:pb-28">
        <div className="grid gap-6">
          <h1 className="text-hero">Games are better with a hall to come home to</h1>
          <p className="max-w-prose text-lg text-muted">
            {siteName} is a game store and a clubhouse under one roof. Find something to play,
            collect the cards it hands you, trade them, and stay for the company.
          </p>
          <div className="mt-2 flex flex-wrap gap-3">
            <ButtonLink to={viewer ? '/community/social' : '/login'} size="lg">
              {viewer ? 'Be Social' : 'Log in'}
            </ButtonLink>
            <ButtonLink to="/" size="lg" variant="quiet">
              Visit the shop
            </ButtonLink>
            {!viewer && (
              <ButtonLink to="/community/social" size="lg" variant="ghost">
                Meet the community
              </ButtonLink>
            )}
          </div>
        </div>
        <Hand cards={hand} />
      </section>

      <section className="bg-well/70 py-20 shadow-[inset_0_1px_0_var(--line),inset_0_-1px_0_var(--line)]">
        <div className="mx-auto max-w-wide px-4 sm:px-8">
          <h2 className="text-3xl">What you find inside</h2>
          <ul className="mt-10 grid gap-5 sm:grid-cols-2 lg:grid-cols-3 lg:gap-6">
            {promises.map(({ icon: Icon, title, text }) => (
              <li key={title} className="panel grid content-start gap-3 p-7">
                <span className="mb-1 grid size-12 place-items-center rounded-md bg-accent-wash text-accent-ink">
                  <Icon aria-hidden className="size-6" strokeWidth={1.75} />
                </span>
                <h3 className="text-xl">{title}</h3>
                <p className="text-muted">{text}</p>
              </li>
            ))}
          </ul>
        </div>
      </section>

      <section className="mx-auto max-w-wide px-4 py-20 sm:px-8">
        <h2 className="text-3xl">An evening here</h2>
        <ol className="mt-10 grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
          {steps.map(({ title, text }, index) => (
            <li key={title} className="grid content-start gap-2">
              <span
                aria-hidden
                className="font-display text-hero font-bold text-accent-ink opacity-90"
              >
                {index + 1}
              </span>
              <h3 className="text-xl">{title}</h3>
              <p className="text-muted">{text}</p>
            </li>
          ))}
        </ol>
      </section>

      {banner && (
        <section className="relative isolate grid min-h-112 scheme-dark content-center bg-well text-ink">
          <img
            src={banner}
            alt=""
            width={2400}
            height={800}
            loading="lazy"
            className="absolute inset-0 -z-10 size-full object-cover object-[70%_center]"
          />
          <span className="absolute inset-0 -z-10 bg-linear-to-r from-veil via-veil/40 to-transparent" />
          <div className="mx-auto grid w-full max-w-wide justify-items-start gap-6 px-4 py-20 sm:px-8">
            <h2 className="max-w-[16ch] text-3xl">The door is open and the lamps are lit</h2>
            <ButtonLink to="/" size="lg">
              Visit the shop
            </ButtonLink>
          </div>
        </section>
      )}
    </div>
  );
}

const tilts = [
  'z-0 -rotate-12 translate-x-[22%] translate-y-[7%]',
  'z-10 -translate-y-[2%]',
  'z-0 rotate-12 -translate-x-[22%] translate-y-[7%]',
];

/** Three cards like a hand of cards, the rarest in the middle. */
function Hand({ cards }: { cards: Route.ComponentProps['loaderData']['hand'] }) {
  return (
    <ul
      aria-label="Some of the cards to collect"
      className="relative mx-auto grid w-full max-w-prose grid-cols-3"
    >
      <li
        aria-hidden
        className="absolute -inset-[18%] -z-10 bg-radial from-glow to-transparent to-65%"
      />
      {cards.map((card, index) => (
        <li key={card.id} className={`relative ${tilts[index]}`}>
          <CardPicture {...card} eager caption={false} />
        </li>
      ))}
    </ul>
  );
}
