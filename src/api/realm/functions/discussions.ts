import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Ctx } from '#domain/context.ts';
import { createDiscussion } from '#domain/discussions/create-discussion.ts';
import { editDiscussion } from '#domain/discussions/edit-discussion.ts';
import {
  getWholeDiscussion,
  listWholeDiscussions,
  type WholeDiscussion,
} from '#domain/discussions/list-full-discussions.ts';
import { postDiscussionComment } from '#domain/discussions/post-discussion-comment.ts';
import { AppError } from '#shared/errors/app-error.ts';
import {
  createDiscussionInput,
  postDiscussionCommentInput,
  readDiscussionId,
} from '#shared/schemas/discussions.ts';
import { actor, fields, loginId, longText, nameText, value } from './arguments.ts';
import { type FunctionRow, form } from './define-function.ts';
import {
  discussionId,
  discussion as exampleDiscussion,
  discussionPayload as examplePayload,
} from './examples.ts';
import { readInput } from './read-input.ts';
import { discussionOf } from './response-shapes.ts';
import { sharedResponse } from './shared-response.ts';

const discussionsOf = sharedResponse((all: WholeDiscussion[]) => all.map(discussionOf));

/** What is no discussion's id is of one that is not there. */
function readId(text: string): string {
  const id = readDiscussionId(text);
  if (id === null) throw new AppError('discussion-gone');
  return id;
}

const id = value('id', 'string', nameText, 'Of the discussion.');
const content = value('content', 'string', longText, '1 to 1,000 characters.');

const payload = fields(
  'payload',
  [
    value('title', 'string', longText, '1 to 120 characters.'),
    value('content', 'string', longText, '1 to 10,000 characters.'),
    value('game', 'string', longText.nullish(), 'A game’s name, or empty.'),
    value(
      'genre',
      'string[]',
      z.array(z.string().max(40)).max(40).nullish(),
      'Tags of the list of discussions.',
    ),
    value('isPrivate', 'boolean', z.boolean().nullish(), 'Whether only you may comment.'),
  ],
  'What the discussion says.',
);

type Payload = z.output<typeof payload.schema>;

/** The payload as the form of the web sends it, with a key of its own. */
function readPayload({ title, content, game, genre, isPrivate }: Payload) {
  return readInput(createDiscussionInput, {
    key: randomUUID(),
    title,
    content,
    game: game ?? '',
    tags: (genre ?? []).join(','),
    isPrivate: isPrivate ? 'true' : undefined,
  });
}

async function comment(ctx: Ctx, id: string, content: string) {
  const input = readInput(postDiscussionCommentInput, { key: randomUUID(), text: content });
  const posted = await postDiscussionComment(ctx, { discussionId: readId(id), ...input });
  return { success: true, _id: posted.id };
}

export const discussionFunctions: FunctionRow[] = [
  {
    name: 'getAllDiscussions',
    group: 'Discussions',
    callers: 'anybody',
    tellsNo: 'throws',
    says: 'The discussions, the newest first; 1,000 at most, each with its last 100 comments (10,000 in all) and their number. After 2 MB of contents the others are 100 characters and “…”, after 2 MB of comments the others are left out: getDiscussionById has them. Up to two seconds old.',
    heavy: true,
    tellsList: true,
    forms: [form([], async (ctx) => discussionsOf(await listWholeDiscussions(ctx)))],
    example: { arguments: [], answer: [exampleDiscussion] },
  },
  {
    name: 'getDiscussionById',
    group: 'Discussions',
    callers: 'anybody',
    tellsNo: 'throws',
    says: 'A discussion with its last comments, oldest first: 1,000 and 256 KB of text at most.',
    tellsList: true,
    forms: [
      form([id], async (ctx, [id]) => discussionOf(await getWholeDiscussion(ctx, readId(id)))),
    ],
    example: { arguments: [discussionId], answer: exampleDiscussion },
  },
  {
    name: 'addDiscussion',
    group: 'Discussions',
    callers: 'player',
    tellsNo: 'throws',
    says: 'Begins a discussion.',
    forgets: listWholeDiscussions.forget,
    forms: [
      form([payload, actor('username'), loginId()], async (ctx, [sent]) => {
        const made = await createDiscussion(ctx, readPayload(sent));
        return { success: true, _id: made.id };
      }),
    ],
    example: {
      arguments: [examplePayload, 'Ada', null],
      answer: { success: true, _id: discussionId },
    },
  },
  {
    name: 'editDiscussion',
    group: 'Discussions',
    callers: 'player',
    tellsNo: 'error',
    says: 'Changes a discussion of yours; everything in it is replaced.',
    forgets: listWholeDiscussions.forget,
    forms: [
      form([id, payload, actor('username'), loginId()], async (ctx, [id, sent]) => {
        const { key: _, ...changed } = readPayload(sent);
        await editDiscussion(ctx, { discussionId: readId(id), ...changed });
        return { success: true };
      }),
    ],
    example: {
      arguments: [discussionId, examplePayload, 'Ada', null],
      answer: { success: true },
    },
  },
  {
    name: 'addCommentToDiscussion',
    group: 'Discussions',
    callers: 'logged in',
    tellsNo: 'error',
    says: 'Says something in a discussion; in a private one its author alone.',
    forgets: listWholeDiscussions.forget,
    forms: [
      form([id, content, actor('author'), loginId()], (ctx, [id, text]) => comment(ctx, id, text)),
      form(
        [id, fields('comment', [actor('author'), loginId(), content], 'The same as one object.')],
        (ctx, [id, sent]) => comment(ctx, id, sent.content),
      ),
      form([id, content], (ctx, [id, text]) => comment(ctx, id, text)),
    ],
    example: {
      arguments: [discussionId, 'A Crown!', 'Grace', null],
      answer: { success: true, _id: '0199b1c2-8da1-7342-8b4c-6b2e1d9f7c58' },
    },
  },
];
