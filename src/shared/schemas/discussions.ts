import { z } from 'zod';
import { usernameConstants } from '../constants/accounts/credentials.ts';
import {
  type DiscussionTag,
  discussionTags,
  parseTag,
} from '../constants/discussions/discussion-tags.ts';
import { discussionConstants, discussionOrders } from '../constants/discussions/discussions.ts';
import { atMostText, cutCharacters } from '../format/texts/characters.ts';
import { gameId } from './fields/game-id.ts';
import { idempotencyKeyInput } from './fields/idempotency-key.ts';
import { itemsPerPageOr } from './fields/list-query.ts';
import { normalizeText, removeDirectionControls } from './fields/normalize-text.ts';
import { pageNumber } from './fields/paging.ts';

/** Converts a text to one line: control characters, line ends and spaces become one space. */
function toOneLine(text: string): string {
  return removeDirectionControls(text)
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}

/** Sorts tags in the order of the specification, without duplicates. */
function sortTags(tags: readonly (DiscussionTag | null)[]): DiscussionTag[] {
  return discussionTags.filter((tag) => tags.includes(tag));
}

const tagNames = (text: string) => text.split(',').filter((name) => name.trim() !== '');

/**
 * Joins several values of one name with commas, as the schemas below expect them. Returns the form or query
 * that it was given.
 */
export function joinTags<Input extends FormData | URLSearchParams>(
  input: Input,
  name: 'tags' | 'genre',
): Input {
  const values = input.getAll(name).filter((value) => typeof value === 'string');
  if (values.length > 1) input.set(name, values.join(','));
  return input;
}

/** A checkbox: true if it is present and not `false` or empty. */
const checked = z
  .string()
  .optional()
  .transform((value) => value !== undefined && value !== 'false' && value !== '');

const content = {
  title: z
    .string('Give it a title.')
    .transform(toOneLine)
    .pipe(
      z
        .string()
        .min(1, 'Give it a title.')
        .max(discussionConstants.titleMax, atMostText(discussionConstants.titleMax)),
    ),
  content: z
    .string('Write something first.')
    .transform(normalizeText)
    .pipe(
      z
        .string()
        .min(1, 'Write something first.')
        .max(discussionConstants.contentMax, atMostText(discussionConstants.contentMax)),
    ),
  /** The name of a game, which need not be in the catalogue; may be empty. */
  game: z
    .string()
    .default('')
    .transform(toOneLine)
    .pipe(z.string().max(discussionConstants.gameMax, atMostText(discussionConstants.gameMax))),
  /** Separated by commas; see `joinTags`. */
  tags: z
    .string()
    .default('')
    .transform((text, issues) => {
      const tags = tagNames(text).map(parseTag);
      if (!tags.includes(null)) return sortTags(tags);
      issues.addIssue({ code: 'custom', message: 'Choose tags from the list.' });
      return z.NEVER;
    }),
  isPrivate: checked,
};

/** The form that creates a discussion. */
export const createDiscussionInput = z.object({ key: idempotencyKeyInput, ...content });

/** The form that edits a discussion. */
export const editDiscussionInput = z.object(content);

/** The parsed content of a discussion. */
export type DiscussionContent = z.output<typeof editDiscussionInput>;

const commentText = z
  .string()
  .default('')
  .transform(normalizeText)
  .pipe(z.string().max(discussionConstants.commentMax, atMostText(discussionConstants.commentMax)));

export const postDiscussionCommentInput = z.object({ key: idempotencyKeyInput, text: commentText });

const commentId = z.uuid('This comment is no longer there.').toLowerCase();

export const editDiscussionCommentInput = z.object({ commentId, text: commentText });

/** Parses the id in a path such as /community/discussions/…; null if it is not an id. */
export function parseDiscussionId(text: string | undefined): string | null {
  return z.uuid().toLowerCase().safeParse(text).data ?? null;
}

/** Normalizes a search term and cuts it off at the limit. */
function normalizeSearch(text: string): string {
  return cutCharacters(toOneLine(text), discussionConstants.searchMax).trim();
}

/**
 * The query of the list: `?q=…&genre=…&game=…&order=…&perPage=…&page=…`. `genre` has tags separated by commas
 * (see `joinTags`); a discussion must have all of them. `game` is a game's id. Invalid values are ignored.
 */
export const discussionsQuery = z.object({
  q: z.string().default('').transform(normalizeSearch),
  genre: z
    .string()
    .default('')
    .transform((text) => sortTags(tagNames(text).map(parseTag))),
  game: gameId.nullable().catch(null).default(null),
  order: z.enum(discussionOrders).catch(discussionOrders[0]).default(discussionOrders[0]),
  perPage: itemsPerPageOr(discussionConstants.pageSize),
  page: pageNumber(discussionConstants.countMax / discussionConstants.pageSize),
});

export type DiscussionsQuery = z.output<typeof discussionsQuery>;

/**
 * The query of a discussion: `?page=…` of its comments, `?comment=…` for the page with that comment, `?by=…`
 * for the latest comment of that user, `?edit=…` and `?delete=…` for the forms of a comment.
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

/** The query of the game suggestions: `?q=…`. */
export const suggestGamesQuery = z.object({ q: z.string().default('').transform(normalizeSearch) });
