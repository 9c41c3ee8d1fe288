import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  createDiscussionInput,
  discussionQuery,
  discussionsQuery,
  editDiscussionCommentInput,
  joinTags,
  parseDiscussionId,
  postDiscussionCommentInput,
  suggestGamesQuery,
} from './discussions.ts';

const typed = (fields: Record<string, string>) =>
  createDiscussionInput.safeParse({
    key: randomUUID(),
    title: 'Best map?',
    content: 'Mine is the canal.',
    ...fields,
  });
const problems = (fields: Record<string, string>) =>
  typed(fields).error?.issues.map(({ path }) => path.join());

test('the content of a discussion is normalized', () => {
  const read = typed({
    title: ' Best\r\n\tmap? ',
    content: 'one\r\n\r\n\r\n\r\ntwo\0',
    game: ' Dota  2',
    tags: 'help,Action,help',
    isPrivate: 'on',
  });
  expect(read.data).toMatchObject({
    title: 'Best map?',
    content: 'one\n\ntwo',
    game: 'Dota 2',
    tags: ['Action', 'Help'],
    isPrivate: true,
  });
  expect(typed({}).data).toMatchObject({ game: '', tags: [], isPrivate: false });
});

test('values that are too long, missing or not on the list get an error at their field', () => {
  expect(problems({ title: ' ' })).toEqual(['title']);
  expect(problems({ title: 'a'.repeat(120) })).toBeUndefined();
  expect(problems({ title: 'a'.repeat(121) })).toEqual(['title']);
  expect(problems({ content: '\n' })).toEqual(['content']);
  expect(problems({ content: 'a'.repeat(10_000) })).toBeUndefined();
  expect(problems({ content: 'a'.repeat(10_001) })).toEqual(['content']);
  expect(problems({ game: 'a'.repeat(101) })).toEqual(['game']);
  expect(problems({ tags: 'Help,Racing' })).toEqual(['tags']);
});

test('a comment has at most 1000 characters', () => {
  const comment = (text: string) => ({ key: randomUUID(), text });
  expect(postDiscussionCommentInput.safeParse(comment('a'.repeat(1_000))).success).toBe(true);
  expect(postDiscussionCommentInput.safeParse(comment('a'.repeat(1_001))).success).toBe(false);
  const edited = { commentId: randomUUID().toUpperCase(), text: ' a\r\nb ' };
  const kept = { commentId: edited.commentId.toLowerCase(), text: 'a\nb' };
  expect(editDiscussionCommentInput.parse(edited)).toEqual(kept);
});

test('invalid values of a query are ignored', () => {
  const parameters = new URLSearchParams(
    'genre=rpg&genre=Racing&genre=Help&page=x&order=size&perPage=many',
  );
  expect(discussionsQuery.parse(Object.fromEntries(joinTags(parameters, 'genre')))).toEqual({
    q: '',
    genre: ['RPG', 'Help'],
    game: null,
    order: 'newest',
    page: 1,
    perPage: 5,
  });
  expect(discussionQuery.parse({ page: '3', comment: 'x', by: 'a\0b' })).toEqual({
    page: 3,
    comment: null,
    by: null,
    edit: null,
    delete: null,
  });
  expect(parseDiscussionId('nothing')).toBeNull();
  expect(suggestGamesQuery.parse({ q: ' do\tta ' })).toEqual({ q: 'do ta' });
});
