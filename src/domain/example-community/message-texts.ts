/** Profile comments. */
export const comments: readonly [string, ...string[]] = [
  'Thanks for the trade!',
  'Good game last night. I still think the bridge was a trap.',
  'Do you still have that spare crown?',
  'Your showcase is lovely.',
  'Who taught you to drift like that?',
  'Finished it. You were right about the ending.',
  'If you see this: the tournament is moved to Saturday.',
  'Welcome to the guild!',
  'I owe you one for the second boss.',
  'How do you have so many cards already?',
  'Best healer we had in months.',
  'Try the side quest at the lighthouse. Trust me.',
  'That was the longest match I ever played. Again on Friday?',
  'Sorry for leaving early, the pizza was there.',
  'My set is complete, thanks to you.',
  'You forgot your sword at my base.',
  'The soundtrack you told me about is great.',
  'I keep losing to you and I keep coming back.',
  'Nice avatar!',
  'One more round? No? One more round.',
  'New here. Is there a table for beginners?',
  'Somebody should write down how you did that.',
];

/** Conversations of friends. The two write alternately. */
export const conversations: readonly (readonly string[])[] = [
  [
    'Hey! Up for a round tonight?',
    'Always. Eight?',
    'Half past, I have to feed the cat first.',
    'Tell the cat that I said hello.',
    'The cat says you owe us a rematch.',
    'The cat may have one.',
  ],
  [
    'You are selling a shotgun card, right?',
    'Two of them. One is yours for three.',
    'Make it two and I throw in a dog.',
    'Deal. It is on the market now.',
    'Got it, thank you!',
  ],
  [
    'How far are you?',
    'Chapter four. The one with the lift.',
    'Oh no. Do not take the lift.',
    'I took the lift.',
    'Everybody takes the lift once.',
  ],
  [
    'The club wants to do a speedrun evening.',
    'Which game?',
    'They cannot agree. I said the shortest one.',
    'Then it is over at ten past eight.',
    'That is why I like it.',
  ],
  [
    'Your crown is the only card that I am missing.',
    'It is my only one, too!',
    'I know. I will just look at it on your profile.',
    'Visiting hours are nine to five.',
  ],
];

/** What is said with trade offers; some have no message. */
export const offerTexts = [
  'I have this one twice. Would you swap?',
  'Last one I miss for the set!',
  '',
  'Fair deal?',
  'I never play that one any more, so take it.',
  '',
  'As we said yesterday.',
];
