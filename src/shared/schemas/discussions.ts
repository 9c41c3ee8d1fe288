import { z } from 'zod';
import { usernameConstants } from '../constants/accounts.ts';
import { discussionOrders } from '../constants/discussion-order.ts';
import { type DiscussionTag, discussionTags, readTag } from '../constants/discussion-tags.ts';
import { discussionConstants } from '../constants/discussions.ts';
import { gameId } from './game-id.ts';
import { itemsPerPageOr } from './list-query.ts';
import { pageNumber } from './paging.ts';
import { idempotencyKeyInput } from './wallet.ts';
import { withoutDirectionControls, writtenText } from './written-text.ts';

/** What was typed as one line: control characters and line ends are blanks, of which one is enough. */
function oneLine(text: string): string {
  return withoutDirectionControls(text)
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}

const atMost = (max: number) => `At most ${max} characters.`;

/** In the order of the specification, each once. */
function inOrder(tags: readonly (DiscussionTag | null)[]): DiscussionTag[] {
  return discussionTags.filter((tag) => tags.includes(tag));
}

const tagNames = (text: string) => text.split(',').filter((name) => name.trim() !== '');

/**
 * Puts values that come several times under one name into one, parted by commas, as the inputs below
 * read them. Answers the form or the query that it was given.
 */
export function joinTags<Input extends FormData | URLSearchParams>(
  input: Input,
  name: 'tags' | 'genre',
): Input {
  const values = input.getAll(name).filter((value) => typeof value === 'string');
  if (values.length > 1) input.set(name, values.join(','));
  return input;
}

/** A checkbox. */
const checked = z
  .string()
  .optional()
  .transform((value) => value !== undefined && value !== 'false' && value !== '');

const content = {
  title: z
    .string('Give it a title.')
    .transform(oneLine)
    .pipe(
      z
        .string()
        .min(1, 'Give it a title.')
        .max(discussionConstants.titleMax, atMost(discussionConstants.titleMax)),
    ),
  content: z
    .string('Write something first.')
    .transform(writtenText)
    .pipe(
      z
        .string()
        .min(1, 'Write something first.')
        .max(discussionConstants.contentMax, atMost(discussionConstants.contentMax)),
    ),
  /** The name of a game, of the catalogue or not; empty for none. */
  game: z
    .string()
    .default('')
    .transform(oneLine)
    .pipe(z.string().max(discussionConstants.gameMax, atMost(discussionConstants.gameMax))),
  /** Parted by commas; see `joinTags`. */
  tags: z
    .string()
    .default('')
    .transform((text, issues) => {
      const tags = tagNames(text).map(readTag);
      if (!tags.includes(null)) return inOrder(tags);
      issues.addIssue({ code: 'custom', message: 'Choose tags from the list.' });
      return z.NEVER;
    }),
  isPrivate: checked,
};

/** The form that begins a discussion. */
export const createDiscussionInput = z.object({ key: idempotencyKeyInput, ...content });

/** The form that changes one. */
export const editDiscussionInput = z.object(content);

/** What is said of a discussion when it is begun or changed. */
export type DiscussionContent = z.output<typeof editDiscussionInput>;

const commentText = z
  .string()
  .default('')
  .transform(writtenText)
  .pipe(z.string().max(discussionConstants.commentMax, atMost(discussionConstants.commentMax)));

export const postDiscussionCommentInput = z.object({ key: idempotencyKeyInput, text: commentText });

const commentId = z.uuid('This comment is no longer there.').toLowerCase();

export const editDiscussionCommentInput = z.object({ commentId, text: commentText });

/** Reads the id of an address such as /community/discussions/…; null for what is no id. */
export function readDiscussionId(text: string | undefined): string | null {
  return z.uuid().toLowerCase().safeParse(text).data ?? null;
}

/** What was typed into the search; what exceeds the limit is cut off. */
function searchText(text: string): string {
  return [...oneLine(text)].slice(0, discussionConstants.searchMax).join('').trim();
}

/**
 * The list's address: `?q=…&genre=…&game=…&order=…&perPage=…&page=…`. `genre` names tags, parted by commas (see
 * `joinTags`): a discussion must have all of them. `game` is the id of the one that it is about. What
 * cannot be read counts as left out.
 */
export const discussionsQuery = z.object({
  q: z.string().default('').transform(searchText),
  genre: z
    .string()
    .default('')
    .transform((text) => inOrder(tagNames(text).map(readTag))),
  game: gameId.nullable().catch(null).default(null),
  order: z.enum(discussionOrders).catch(discussionOrders[0]).default(discussionOrders[0]),
  perPage: itemsPerPageOr(discussionConstants.pageSize),
  page: pageNumber(discussionConstants.countMax / discussionConstants.pageSize),
});

export type DiscussionsQuery = z.output<typeof discussionsQuery>;

/**
 * A discussion's address: `?page=…` of its comments, `?comment=…` for the page that has this one,
 * `?by=…` for the latest of that person, `?edit=…` and `?delete=…` for what is asked of one.
 */
export const discussionQuery = z.object({
  page: pageNumber(discussionConstants.commentPageMax),
  comment: z.uuid().toLowerCase().nullable().catch(null).default(null),
  by: z
    .string()
    .regex(/^[\w-]+$/)
    .max(usernameConstants.max)
    .nullable()
    .catch(null)
    .default(null),
  edit: z.uuid().toLowerCase().nullable().catch(null).default(null),
  delete: z.uuid().toLowerCase().nullable().catch(null).default(null),
});

/** What the game field asks for while one types: `?q=…`. */
export const suggestGamesQuery = z.object({ q: z.string().default('').transform(searchText) });
