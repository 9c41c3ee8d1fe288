import { z } from 'zod';
import { editProfile } from '#domain/profiles/edit-profile.ts';
import { editProfileInput } from '#shared/inputs/profile.ts';
import { actor, fields, value } from './arguments.ts';
import { type FunctionRow, form } from './define.ts';
import { readInput } from './read-input.ts';

const edited = z.string().max(1_000, 'is too long').optional();

export const profileFunctions: FunctionRow[] = [
  {
    name: 'updateUser',
    callers: 'logged in',
    tellsNo: 'throws',
    says: 'Changes what the own profile shows. What is empty or left out keeps its value.',
    forms: [
      form(
        [
          fields(
            'user',
            [
              actor('username'),
              value('name', 'string', edited, 'At most 20 characters.'),
              value('desc', 'string', edited, 'At most 200 characters.'),
              value('profilePic', 'string', edited, 'profile1.webp to profile9.webp.'),
            ],
            'What changes.',
          ),
        ],
        async (ctx, [{ name, desc, profilePic }]) => {
          const edit = { name, description: desc, profilePic };
          await editProfile(ctx, readInput(editProfileInput, edit));
          return { success: true };
        },
      ),
    ],
    example: {
      arguments: [{ username: 'ada', name: 'Ada L.', desc: 'Cards.', profilePic: 'profile3.webp' }],
      answer: { success: true },
    },
  },
];
