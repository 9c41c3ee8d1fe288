// Examples of calls and results for the reference.

/** The path of the picture of a card kind, as the game Portal 2 has it. */
export const examplePicture = (kindId: string) => `/art/cards/4200/${kindId}-1c2d3e4f.svg`;

const inventory = [
  {
    gameName: 'Portal 2',
    cards: [
      {
        cardName: 'Crown',
        cardPic: examplePicture('default-crown'),
        cardDesc: 'Heavy is the head.',
        rarity: 'legendary',
      },
    ],
  },
];

export const ada = {
  own: {
    _id: '0199b1c2-1f00-7a10-9d12-3c5d7e9f1b24',
    username: 'Ada',
    name: 'Ada L.',
    desc: 'Cards.',
    profilePic: 'profile3.webp',
    email: 'ada@example.com',
    money: 12.5,
    games: ['Portal 2'],
    friends: ['Grace'],
    friendRequests: [{ sender: 'Linus', status: 'pending' }],
    status: 'Online',
    inventory,
  },
};

export const grace = {
  public: {
    _id: '0199b1c2-2e41-7b55-8a60-4d6e8fa02c35',
    username: 'Grace',
    name: 'Grace H.',
    desc: '',
    profilePic: 'profile7.webp',
    games: [],
    friends: ['Ada'],
    friendRequests: [],
    status: 'Offline',
  },
  inventory: [],
};

export const exampleProfileComment = {
  _id: '0199b1c2-6b1d-7f02-8c55-2f0c9d7be1a3',
  authorUsername: 'Grace',
  text: 'Well traded!',
  createdAt: '2026-03-14T12:00:00.000Z',
};

/** The id of a trade offer. */
export const exampleOfferId = '0199b1c2-9e52-7d18-8a3c-7c4b1f6d2e95';

/** The id of a listing. */
export const exampleItemId = '0199b1c2-5a7e-7c33-9d41-6f2e8a90b7d4';

/** The id of a buy order. */
export const exampleOrderId = '0199b1c2-5c12-7d40-8b3e-7a3f9b01c8e5';

export const exampleDiscussionId = '0199b1c2-7c90-7e21-9f3b-5a1d0c8e6b47';

export const exampleDiscussion = {
  _id: exampleDiscussionId,
  title: 'Best first card?',
  content: 'Mine was a Boring.',
  game: 'Portal 2',
  genre: ['Puzzle', 'Discussion'],
  private: false,
  author: 'Ada',
  createdAt: '2026-03-14T12:00:00.000Z',
  comments: [
    {
      _id: '0199b1c2-8da1-7342-8b4c-6b2e1d9f7c58',
      author: 'Grace',
      content: 'A Crown!',
      createdAt: '2026-03-14T12:05:00.000Z',
    },
  ],
  commentCount: 1,
};

/** The argument that creates the discussion. */
export const exampleDiscussionPayload = {
  title: 'Best first card?',
  content: 'Mine was a Boring.',
  game: 'Portal 2',
  genre: ['Puzzle', 'Discussion'],
  isPrivate: false,
};
