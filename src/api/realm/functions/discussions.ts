import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Ctx } from '#domain/context.ts';
import { postDiscussionComment } from '#domain/discussions/comments/post-discussion-comment.ts';
import { createDiscussion } from '#domain/discussions/create-discussion.ts';
import { editDiscussion } from '#domain/discussions/edit-discussion.ts';
import {
  type DiscussionWithComments,
  getFullDiscussion,
  listDiscussionsWithComments,
} from '#domain/discussions/lists/list-discussions-with-comments.ts';
import { AppError } from '#shared/errors/app-error.ts';
import {
  createDiscussionInput,
  parseDiscussionId,
  postDiscussionCommentInput,
} from '#shared/schemas/discussions.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import {
  actorArgument,
  loginIdArgument,
  longTextSchema,
  nameSchema,
  objectArgument,
  valueArgument,
} from './arguments.ts';
import { defineSignature, type RealmFunction } from './define-function.ts';
import {
  exampleDiscussion,
  exampleDiscussionId,
  exampleDiscussionPayload as examplePayload,
} from './examples.ts';
import { memoizeResponse } from './memoize-response.ts';
import { toDiscussionResponse } from './to-response.ts';

const toDiscussionResponses = memoizeResponse((all: DiscussionWithComments[]) =>
  all.map(toDiscussionResponse),
);

/** @throws AppError `discussion-gone` if the text cannot be the id of a discussion. */
function requireDiscussionId(text: string): string {
  const id = parseDiscussionId(text);
  if (id === null) throw new AppError('discussion-gone');
  return id;
}

const id = valueArgument('id', 'string', nameSchema, 'Of the discussion.');
const commentContent = valueArgument('content', 'string', longTextSchema, '1 to 1,000 characters.');

const payload = objectArgument(
  'payload',
  [
    valueArgument('title', 'string', longTextSchema, '1 to 120 characters.'),
    valueArgument('content', 'string', longTextSchema, '1 to 10,000 characters.'),
    valueArgument('game', 'string', longTextSchema.nullish(), 'A game’s name, or empty.'),
    valueArgument(
      'genre',
      'string[]',
      z.array(z.string().max(40)).max(40).nullish(),
      'Tags of the list of discussions.',
    ),
    valueArgument('isPrivate', 'boolean', z.boolean().nullish(), 'Whether only you may comment.'),
  ],
  'What the discussion says.',
);

type Payload = z.output<typeof payload.schema>;

/** Parses a payload by the schema of the web form, with a new idempotency key. */
function parsePayload({ title, content, game, genre, isPrivate }: Payload) {
  return parseInput(createDiscussionInput, {
    key: randomUUID(),
    title,
    content,
    game: game ?? '',
    tags: (genre ?? []).join(','),
    isPrivate: isPrivate ? 'true' : undefined,
  });
}

async function postComment(ctx: Ctx, id: string, content: string) {
  const input = parseInput(postDiscussionCommentInput, { key: randomUUID(), text: content });
  const posted = await postDiscussionComment(ctx, {
    discussionId: requireDiscussionId(id),
    ...input,
  });
  return { success: true, _id: posted.id };
}

export const discussionFunctions: RealmFunction[] = [
  {
    name: 'getAllDiscussions',
    group: 'Discussions',
    callers: 'anybody',
    errorStyle: 'throws',
    description:
      'The discussions, the newest first; 1,000 at most, each with its last 100 comments (10,000 in all) and their number. After 2 MB of contents the others are 100 characters and “…”, after 2 MB of comments the others are left out: getDiscussionById has them. Up to two seconds old.',
    expensive: true,
    hasLargeResult: true,
    signatures: [
      defineSignature([], async (ctx) =>
        toDiscussionResponses(await listDiscussionsWithComments(ctx)),
      ),
    ],
    example: { arguments: [], answer: [exampleDiscussion] },
  },
  {
    name: 'getDiscussionById',
    group: 'Discussions',
    callers: 'anybody',
    errorStyle: 'throws',
    description:
      'A discussion with its last comments, oldest first: 1,000 and 256 KB of text at most.',
    hasLargeResult: true,
    signatures: [
      defineSignature([id], async (ctx, { id }) =>
        toDiscussionResponse(await getFullDiscussion(ctx, requireDiscussionId(id))),
      ),
    ],
    example: { arguments: [exampleDiscussionId], answer: exampleDiscussion },
  },
  {
    name: 'addDiscussion',
    group: 'Discussions',
    callers: 'player',
    errorStyle: 'throws',
    description: 'Begins a discussion.',
    invalidateCache: listDiscussionsWithComments.clear,
    signatures: [
      defineSignature(
        [payload, actorArgument('username'), loginIdArgument()],
        async (ctx, { payload }) => {
          const created = await createDiscussion(ctx, parsePayload(payload));
          return { success: true, _id: created.id };
        },
      ),
    ],
    example: {
      arguments: [examplePayload, 'Ada', null],
      answer: { success: true, _id: exampleDiscussionId },
    },
  },
  {
    name: 'editDiscussion',
    group: 'Discussions',
    callers: 'player',
    errorStyle: 'error',
    description: 'Changes a discussion of yours; everything in it is replaced.',
    invalidateCache: listDiscussionsWithComments.clear,
    signatures: [
      defineSignature(
        [id, payload, actorArgument('username'), loginIdArgument()],
        async (ctx, { id, payload }) => {
          const { key: _, ...changed } = parsePayload(payload);
          await editDiscussion(ctx, { discussionId: requireDiscussionId(id), ...changed });
          return { success: true };
        },
      ),
    ],
    example: {
      arguments: [exampleDiscussionId, examplePayload, 'Ada', null],
      answer: { success: true },
    },
  },
  {
    name: 'addCommentToDiscussion',
    group: 'Discussions',
    callers: 'logged in',
    errorStyle: 'error',
    description: 'Says something in a discussion; in a private one its author alone.',
    invalidateCache: listDiscussionsWithComments.clear,
    signatures: [
      defineSignature(
        [id, commentContent, actorArgument('author'), loginIdArgument()],
        (ctx, { id, content }) => postComment(ctx, id, content),
      ),
      defineSignature(
        [
          id,
          objectArgument(
            'comment',
            [actorArgument('author'), loginIdArgument(), commentContent],
            'The same as one object.',
          ),
        ],
        (ctx, { id, comment }) => postComment(ctx, id, comment.content),
      ),
      defineSignature([id, commentContent], (ctx, { id, content }) =>
        postComment(ctx, id, content),
      ),
    ],
    example: {
      arguments: [exampleDiscussionId, 'A Crown!', 'Grace', null],
      answer: { success: true, _id: '0199b1c2-8da1-7342-8b4c-6b2e1d9f7c58' },
    },
  },
];
