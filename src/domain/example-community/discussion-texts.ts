import type { DiscussionTag } from '#shared/constants/discussions/discussion-tags.ts';

/** A discussion with its comments, which other players write alternately. */
export interface Thread {
  title: string;
  content: string;
  game?: string;
  tags: readonly DiscussionTag[];
  isPrivate?: boolean;
  /** In a private discussion all comments are by the author. */
  comments: readonly string[];
}

export const threads: readonly Thread[] = [
  {
    title: 'Read this first: how this place works',
    content:
      'Be kind, stay on topic, spoil nothing in a title.\n\nQuestions go under Help, news under Info. If something is broken, write what you did and what you saw.\n\nThis one is private, so that it stays short.',
    tags: ['Info'],
    isPrivate: true,
    comments: ['The chess evening moved to Thursdays. Everything else stays.'],
  },
  {
    title: 'Which ending did you choose, and would you again?',
    content:
      'No names of characters in the first line of your answer, please: it shows in the notices.\n\nI let the storm come. I still think about it when it rains.',
    game: 'Life is Strange',
    tags: ['Adventure', 'Discussion'],
    comments: [
      'The other one. I could not do it to her.',
      'I closed the game, made tea, and chose an hour later.',
      'Both, on two evenings. The second one hurt more.',
      'That an hour of buttons can do this to grown people.',
    ],
  },
  {
    title: 'Stuck in the room with two lasers',
    content:
      'I have a cube, a door and a laser that I cannot turn. Chamber 14, I believe. A hint, not the answer!',
    game: 'Portal 2',
    tags: ['Puzzle', 'Help'],
    comments: [
      'Look at what the cube looks like from above.',
      'You do not need the door yet.',
      'Oh. OH. Thank you.',
    ],
  },
  {
    title: 'Beginners’ table on Fridays, eight o’clock',
    content:
      'We play slowly, explain everything and lose with style. No microphone needed.\n\nBring a friend or find one there.',
    game: 'Dota 2',
    tags: ['Strategy', 'Info'],
    comments: [
      'Do I need to know any of the hundred heroes?',
      'One is enough. We bring cards with what it does.',
      'Came last week, was carried, had fun. Recommended.',
      'Is there room for two more?',
      'Always. The table is round.',
      'See you on Friday then!',
    ],
  },
  {
    title: 'Farm layouts that are not rows',
    content:
      'Everybody builds rows. Show me circles, gardens, a maze, anything. Mine is a spiral with the well in the middle and it waters terribly.',
    game: 'Stardew Valley',
    tags: ['Indie', 'RPG'],
    comments: [
      'A heart, for the anniversary. From the barn you see it.',
      'Spirals are good: the scarecrow reaches everything.',
      'I planted my name. Then I married and had to add two letters.',
    ],
  },
  {
    title: 'The one speedrun trick that everybody can learn',
    content:
      'Jump just before you land and you keep your speed. Ten minutes in the first level and it is yours.\n\nHow it is measured: https://www.speedrun.com/',
    game: 'Half-Life 2',
    tags: ['Action', 'Shooter', 'Help'],
    comments: [
      'My thumb disagrees.',
      'It is the wrist. Relax the wrist.',
      'Twenty minutes, but yes!',
    ],
  },
  {
    title: 'Platformers for somebody who has never played one',
    content: 'My father wants to try. He is 67, patient, and bad at being patient. What first?',
    tags: ['Platformer', 'Discussion'],
    comments: [
      'Limbo. It waits for him.',
      'Ori, for the music alone. Turn the difficulty down.',
      'Nothing with a timer, I would say.',
      'He finished Limbo. He says that the spider was unnecessary.',
    ],
  },
  {
    title: 'Trading etiquette: three small requests',
    content:
      '1. Look at the median before you ask me for less.\n2. A legendary is not “one dog and a cat”.\n3. Say thank you. It costs 0.00.',
    tags: ['Discussion', 'Info'],
    comments: [
      '4. Do not list at 9,999.99 to show off.',
      'But it is so shiny up there.',
      'Thank you!',
    ],
  },
  {
    title: 'First hour in the wasteland: what I wish I had known',
    content:
      'Take the side road. Talk to the robot twice. Sell the first gun you find, it is heavier than it is good.\n\nAnd save before the tunnel.',
    game: 'Fallout: New Vegas',
    tags: ['RPG', 'Help'],
    comments: [
      'Save in the tunnel, too.',
      'I never talked to the robot. Starting over, I suppose.',
    ],
  },
  {
    title: 'City with no cars: possible?',
    content:
      'Trams, bicycles, one ferry. Forty thousand people and they complain about the noise of the ferry.',
    game: 'Cities: Skylines',
    tags: ['Strategy'],
    comments: [
      'Possible until the hospital. Ambulances need something to drive on.',
      'Hospital by the harbour, ambulance boats. Do not ask about winter.',
      'I want to live there.',
    ],
  },
  {
    title: 'What do you listen to while you collect?',
    content: 'The ring turns for fifteen seconds, that is a very short song.',
    tags: ['Discussion'],
    comments: [
      'Rain on a tent.',
      'Podcasts about trains. Do not judge.',
      'The game. It has music, you know.',
      'My neighbour’s piano, whether I want or not.',
      'She is getting better!',
    ],
  },
  {
    title: 'Crown hunters: who is missing which card?',
    content: 'I have three cats and a smile to give. Looking for a crown, like everybody.',
    tags: ['Help'],
    comments: [
      'Two shotguns here for a crown.',
      'Somebody sold one for four this morning.',
      'I saw it too late.',
    ],
  },
  {
    title: 'Best light in a game',
    content: 'Not the most. The best. One scene each.',
    tags: ['Adventure', 'Discussion'],
    comments: [
      'The tower at dusk, in Firewatch.',
      'The lighthouse, the first time, in BioShock Infinite.',
      'A torch in Minecraft, in your first night. It was everything.',
    ],
  },
  {
    title: 'Co-op for two tired parents, 40 minutes a night',
    content: 'It has to pause. It has to pause at once. Split screen would be lovely.',
    tags: ['Help', 'Indie'],
    comments: [
      'Golf. You laugh, and nobody is angry at the other.',
      'Portal 2 has the best two-player story there is.',
      'Seconded, and it pauses.',
    ],
  },
  {
    title: 'Tournament on Saturday: the bracket',
    content:
      'Sixteen players, four tables, doors open at two. Who cannot come tells me until Friday.',
    game: 'Counter-Strike: Global Offensive',
    tags: ['Shooter', 'Info'],
    comments: ['I bring the cables.', 'I bring the cake.', 'I bring the excuses.'],
  },
];
