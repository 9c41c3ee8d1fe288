/** The rarities of cards, most frequent first, as the specification defines them. */
export const rarities = ['common', 'uncommon', 'rare', 'epic', 'legendary'] as const;

export type Rarity = (typeof rarities)[number];

export type Card = {
  /** Unique over all sets, in kebab-case. Never reused, because players own cards by this id. */
  id: string;
  name: string;
  /** At most 120 characters. */
  description: string;
  rarity: Rarity;
  /** The name of an icon in `@iconify-json/game-icons`, or of one of our own faces. */
  icon: string;
};

export type CardSet = {
  id: string;
  /** The game that awards this set; null for the set that all other games share. */
  gameId: number | null;
  gameName: string | null;
  cards: readonly Card[];
};

const counterStrike: CardSet = {
  id: 'csgo',
  gameId: 4291,
  gameName: 'Counter-Strike: Global Offensive',
  cards: [
    {
      id: 'csgo-first-through-the-door',
      name: 'First Through the Door',
      description: 'Somebody has to go in first. Tonight it was you, and you came out again.',
      rarity: 'common',
      icon: 'closed-doors',
    },
    {
      id: 'csgo-wall-of-smoke',
      name: 'Wall of Smoke',
      description: 'A grey curtain at the right second is worth more than another rifle.',
      rarity: 'common',
      icon: 'smoke-bomb',
    },
    {
      id: 'csgo-blinding-white',
      name: 'Blinding White',
      description: 'Two seconds without eyes can decide a whole round.',
      rarity: 'uncommon',
      icon: 'flash-grenade',
    },
    {
      id: 'csgo-steady-hands',
      name: 'Steady Hands',
      description: 'Ten seconds on the timer, and nobody left to watch your back.',
      rarity: 'rare',
      icon: 'time-bomb',
    },
    {
      id: 'csgo-the-long-angle',
      name: 'The Long Angle',
      description: 'One patient eye, one narrow gap, one shot.',
      rarity: 'epic',
      icon: 'crosshair',
    },
    {
      id: 'csgo-all-five',
      name: 'All Five',
      description: 'The whole other side, by yourself, in a single round.',
      rarity: 'legendary',
      icon: 'ace',
    },
  ],
};

const golfWithYourFriends: CardSet = {
  id: 'golf',
  gameId: 10436,
  gameName: 'Golf With Your Friends',
  cards: [
    {
      id: 'golf-into-the-pond',
      name: 'Into the Pond',
      description: 'It looked dry from the tee. Your friends will remember it for you.',
      rarity: 'common',
      icon: 'water-splash',
    },
    {
      id: 'golf-through-the-windmill',
      name: 'Through the Windmill',
      description: 'Timed between two blades, or so you will always say.',
      rarity: 'rare',
      icon: 'windmill',
    },
    {
      id: 'golf-one-stroke',
      name: 'One Stroke',
      description: 'From tee to cup without touching the club again.',
      rarity: 'legendary',
      icon: 'golf-flag',
    },
  ],
};

const dota: CardSet = {
  id: 'dota',
  gameId: 10213,
  gameName: 'Dota 2',
  cards: [
    {
      id: 'dota-the-last-blow',
      name: 'The Last Blow',
      description: 'The gold goes to the one who strikes last, not to the one who strikes most.',
      rarity: 'common',
      icon: 'two-coins',
    },
    {
      id: 'dota-lane-at-dawn',
      name: 'Lane at Dawn',
      description: 'Two small armies meet on the same path, as they do every morning.',
      rarity: 'common',
      icon: 'crossed-swords',
    },
    {
      id: 'dota-forest-camp',
      name: 'Forest Camp',
      description: 'Something large sleeps between the trees and guards its purse.',
      rarity: 'common',
      icon: 'bear-face',
    },
    {
      id: 'dota-watching-eye',
      name: 'Watching Eye',
      description: 'Planted on a hill, it sees who comes to hunt you.',
      rarity: 'uncommon',
      icon: 'all-seeing-eye',
    },
    {
      id: 'dota-stone-in-the-river',
      name: 'Stone in the River',
      // cspell:disable-next-line -- an ordinary word in a text of the game
      description: 'It hums for a few seconds, for whoever gets there first.',
      rarity: 'uncommon',
      icon: 'rune-stone',
    },
    {
      id: 'dota-borrowed-spell',
      name: 'Borrowed Spell',
      description: 'The finest magic in the battle, and it was never yours.',
      rarity: 'rare',
      icon: 'spell-book',
    },
    {
      id: 'dota-the-last-tower',
      name: 'The Last Tower',
      description: 'Cracked, burning, and still standing between them and home.',
      rarity: 'rare',
      icon: 'white-tower',
    },
    {
      id: 'dota-five-as-one',
      name: 'Five as One',
      description: 'For once everybody arrived at the same time.',
      rarity: 'epic',
      icon: 'swords-emblem',
    },
    {
      id: 'dota-home-falls',
      name: 'Home Falls',
      description: 'The heart of a base breaks only once, and the whole map hears it.',
      rarity: 'legendary',
      icon: 'crystal-shine',
    },
  ],
};

const rust: CardSet = {
  id: 'rust',
  gameId: 9671,
  gameName: 'Rust',
  cards: [
    {
      id: 'rust-nothing-but-a-rock',
      name: 'Nothing but a Rock',
      description: 'Everybody on the beach began with the same tool and the same trousers.',
      rarity: 'common',
      icon: 'rock',
    },
    {
      id: 'rust-four-walls',
      name: 'Four Walls',
      description: 'A door that shuts makes any hut a home, until the first night.',
      rarity: 'common',
      icon: 'wood-cabin',
    },
    {
      id: 'rust-furnace-glow',
      name: 'Furnace Glow',
      description: 'It smelts your ore and tells the whole valley where you live.',
      rarity: 'uncommon',
      icon: 'furnace',
    },
    {
      id: 'rust-road-barrels',
      name: 'Road Barrels',
      description: 'Hit it, grab it, run: somebody heard that.',
      rarity: 'rare',
      icon: 'barrel',
    },
    {
      id: 'rust-crate-from-the-sky',
      name: 'Crate from the Sky',
      description: 'Slow enough for all to see, heavy enough for all to come.',
      rarity: 'epic',
      icon: 'parachute',
    },
    {
      id: 'rust-raid-at-night',
      name: 'Raid at Night',
      description: 'The wall that took a week is gone in one long second.',
      rarity: 'legendary',
      icon: 'bundle-grenade',
    },
  ],
};

const anyOtherGame: CardSet = {
  id: 'default',
  gameId: null,
  gameName: null,
  cards: [
    {
      id: 'default-boring',
      name: 'Boring',
      description: 'Nothing happened, and it happened slowly.',
      rarity: 'common',
      icon: 'bored-face',
    },
    {
      id: 'default-laugh',
      name: 'Laugh',
      description: 'The kind that wakes the rest of the house.',
      rarity: 'common',
      icon: 'laughing-face',
    },
    {
      id: 'default-smile',
      name: 'Smile',
      description: 'Small, quick, and worth keeping.',
      rarity: 'common',
      icon: 'smiling-face',
    },
    {
      id: 'default-pistol',
      name: 'Pistol',
      description: 'Six answers to one question.',
      rarity: 'uncommon',
      icon: 'revolver',
    },
    {
      id: 'default-dog',
      name: 'Dog',
      description: 'Believes that you are the best player in the guild.',
      rarity: 'uncommon',
      icon: 'labrador-head',
    },
    {
      id: 'default-cat',
      name: 'Cat',
      description: 'Sits on the keyboard at exactly the right moment.',
      rarity: 'rare',
      icon: 'cat',
    },
    {
      id: 'default-hand-grenade',
      name: 'Hand-Grenade',
      description: 'Count to three. Not to four.',
      rarity: 'rare',
      icon: 'stick-grenade',
    },
    {
      id: 'default-shotgun',
      name: 'Shotgun',
      description: 'Ends long conversations in short corridors.',
      rarity: 'epic',
      icon: 'sawed-off-shotgun',
    },
    {
      id: 'default-crown',
      name: 'Crown',
      description: 'Heavier than it looks, and nobody has ever put it down.',
      rarity: 'legendary',
      icon: 'crown',
    },
  ],
};

/** The five card sets of the specification with their 33 cards. */
export const cardSets: readonly CardSet[] = [
  counterStrike,
  golfWithYourFriends,
  dota,
  rust,
  anyOtherGame,
];
