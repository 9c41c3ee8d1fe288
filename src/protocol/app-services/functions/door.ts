import { z } from 'zod';
import { value } from './arguments.ts';
import { type FunctionRow, form } from './define.ts';

export const doorFunctions: FunctionRow[] = [
  {
    name: 'rateLimit',
    callers: 'anybody',
    tellsNo: 'throws',
    says: 'Takes one from the budget of this caller and of its address; fails when either is used up.',
    forms: [
      form(
        [value('x', 'anything', z.unknown(), 'Not read.')],
        async (ctx, _, { appUserId, actor }) => {
          await ctx.limits.take('function-by-address', ctx.request.address);
          await ctx.limits.take('function-by-caller', actor?.id ?? appUserId);
          return { success: true };
        },
      ),
    ],
    example: { arguments: ['ada'], answer: { success: true } },
  },
];
