import { sendRequest } from '#domain/friends/send-request.ts';
import { actor, subject } from './arguments.ts';
import { type FunctionRow, form } from './define.ts';

export const friendFunctions: FunctionRow[] = [
  {
    name: 'addFriendRequest',
    callers: 'player',
    tellsNo: 'throws',
    says: 'Asks somebody to be friends; who has asked already becomes a friend at once.',
    forms: [
      form([actor('sender'), subject('target')], async (ctx, [, username]) => {
        const { state } = await sendRequest(ctx, { username });
        return { success: true, status: state };
      }),
    ],
    example: { arguments: ['ada', 'grace'], answer: { success: true, status: 'pending' } },
  },
];
