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
import { discussionTags } from '#shared/constants/discussions/discussion-tags.ts';
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

const id = valueArgument('id', 'string', nameSchema, 'The id of the discussion.');
const commentContent = valueArgument(
  'content',
  'string',
  longTextSchema,
  'The comment, 1 to 1,000 characters.',
);

const payload = objectArgument(
  'payload',
  [
    valueArgument('title', 'string', longTextSchema, 'The title, 1 to 120 characters.'),
    valueArgument('content', 'string', longTextSchema, 'The text, 1 to 10,000 characters.'),
    valueArgument(
      'game',
      'string',
      longTextSchema.nullish(),
      'The name of the game that the discussion is about, at most 100 characters. It may be empty or missing.',
    ),
    valueArgument(
      'genre',
      'string[]',
      z.array(z.string().max(40)).max(40).nullish(),
      `The tags of the discussion, from this list: ${discussionTags.join(', ')}. They may be missing.`,
    ),
    valueArgument(
      'isPrivate',
      'boolean',
      z.boolean().nullish(),
      'Whether only you may comment. False if it is missing.',
    ),
  ],
  'The discussion.',
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
      'The newest 1,000 discussions, newest first. Each has its number of comments and its last 100 comments (10,000 comments in all). After 2 MB of contents, further contents are cut to 100 characters and “…”. After 2 MB of comments, further comments are left out. getDiscussionById returns the whole content and more comments. The list can be up to two seconds old.',
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
      'A discussion with its last comments, oldest first: at most 1,000 comments with 256 KB of text together.',
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
    description: 'Creates a discussion.',
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
    description:
      'Replaces title, content, game, tags and privacy of your discussion. Its comments stay.',
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
    description:
      'Adds a comment to a discussion. In a private discussion only its author may comment.',
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
            'The comment and its author.',
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
