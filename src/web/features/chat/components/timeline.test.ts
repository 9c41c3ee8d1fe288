import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '#shared/schemas/socket-events.ts';
import {
  beginTimeline,
  discard,
  fail,
  hasGap,
  hear,
  lastShown,
  nextToSend,
  recall,
  restore,
  retry,
  type Timeline,
  write,
} from './timeline.ts';

const said = (number: number): ChatMessage => ({
  conversationId: 'c',
  number,
  id: `id-${number}`,
  sender: number % 2 === 0 ? 'Ada' : 'Bob',
  text: `text ${number}`,
  sentAt: '2026-03-14T12:00:00.000Z',
});
const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => said(from + index));
const numbers = ({ messages }: Timeline) => messages.map(({ number }) => number);

describe('a timeline', () => {
  it('takes back what an earlier load of the page could not send, and shows each once', () => {
    const begun = write(beginTimeline(range(1, 3), 3), { id: 'new', text: 'new' });
    const unsent = [
      { id: 'id-2', text: 'arrived meanwhile' },
      { id: 'id-4', text: 'text 4' },
    ];
    const restored = restore(begun, unsent);
    expect(restored.outgoing.map(({ id }) => id)).toEqual(['id-4', 'new']);
    expect(nextToSend(restored)?.id).toBe('id-4');
    const heard = hear(restored, range(4, 4));
    expect(heard.outgoing.map(({ id }) => id)).toEqual(['new']);
    // Confirmed a second time, of a message that is shown.
    expect(
      hear(restore(heard, [{ id: 'old', text: 'old' }]), [{ ...said(1), id: 'old' }]).outgoing,
    ).toHaveLength(1);
  });

  it('shows the same at last, whatever order, repeats and losses messages came with', () => {
    const scene = fc.record({
      all: fc.integer({ min: 0, max: 40 }),
      known: fc.nat(40),
      batches: fc.array(
        fc.oneof(
          fc.record({ hears: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 6 }) }),
          fc.record({ misses: fc.integer({ min: 1, max: 7 }) }),
          fc.record({ recalls: fc.integer({ min: 1, max: 7 }) }),
        ),
        { maxLength: 30 },
      ),
    });
    fc.assert(
      fc.property(scene, ({ all, known, batches }) => {
        const last = Math.min(known, all);
        let timeline = beginTimeline(range(Math.max(1, last - 4), last), last);
        const miss = (many: number) => {
          const after = lastShown(timeline);
          const answer = range(after + 1, Math.min(after + many, all));
          timeline = hear(timeline, answer, all);
        };
        for (const batch of batches) {
          if ('hears' in batch) {
            const heard = batch.hears.filter((number) => number <= all).map(said);
            timeline = hear(timeline, heard);
          } else if ('misses' in batch) {
            miss(batch.misses);
          } else {
            const to = timeline.before;
            timeline = recall(timeline, range(Math.max(1, to - batch.recalls + 1), to));
          }
          // Never out of order, never twice, never with a hole.
          expect(numbers(timeline)).toEqual(
            Array.from({ length: timeline.messages.length }, (_, i) => timeline.before + 1 + i),
          );
        }
        for (let turn = 0; turn <= all && lastShown(timeline) < all; turn += 1) miss(7);
        timeline = recall(timeline, range(1, timeline.before));
        expect(timeline.messages).toEqual(range(1, all));
        expect(timeline.ahead).toEqual([]);
        expect(hasGap(timeline)).toBe(false);
      }),
    );
  });

  it('keeps what came beyond a gap until it is filled', () => {
    let timeline = beginTimeline(range(6, 10), 10);
    timeline = hear(timeline, [said(13), said(12)]);
    expect(numbers(timeline)).toEqual([6, 7, 8, 9, 10]);
    expect(hasGap(timeline)).toBe(true);
    timeline = hear(timeline, [said(11)]);
    expect(numbers(timeline)).toEqual([6, 7, 8, 9, 10, 11, 12, 13]);
    expect(hasGap(timeline)).toBe(false);
  });

  it('takes only what ends right before it as older', () => {
    const timeline = beginTimeline(range(6, 10), 10);
    expect(numbers(recall(timeline, [said(1), said(3)]))).toEqual([6, 7, 8, 9, 10]);
    expect(numbers(recall(timeline, range(4, 9)))).toEqual([4, 5, 6, 7, 8, 9, 10]);
  });

  it('is empty where nothing was said, and begins with the first message', () => {
    const timeline = beginTimeline([], 0);
    expect(timeline).toMatchObject({ messages: [], before: 0 });
    expect(numbers(hear(timeline, [said(1)]))).toEqual([1]);
  });
});

describe('what is sent', () => {
  const own = (text: string) => ({ id: `own-${text}`, text });

  it('goes one after the other, and leaves the queue when it arrived', () => {
    let timeline = beginTimeline([], 0);
    for (const text of ['a', 'b', 'c']) timeline = write(timeline, own(text));
    expect(nextToSend(timeline)?.text).toBe('a');
    timeline = hear(timeline, [{ ...said(1), id: 'own-a', text: 'a' }]);
    expect(nextToSend(timeline)?.text).toBe('b');
    expect(timeline.outgoing.map(({ text }) => text)).toEqual(['b', 'c']);
  });

  it('waits behind what failed, and is tried again in its order under the same ids', () => {
    let timeline = beginTimeline([], 0);
    for (const text of ['a', 'b', 'c']) timeline = write(timeline, own(text));
    timeline = fail(timeline, 'own-b', 'Not reached.');
    expect(timeline.outgoing.map(({ error }) => error)).toEqual([
      null,
      'Not reached.',
      'Not reached.',
    ]);
    timeline = hear(timeline, [{ ...said(1), id: 'own-a' }]);
    expect(nextToSend(timeline)).toBeNull();
    timeline = retry(timeline);
    expect(timeline.outgoing.map(({ id }) => id)).toEqual(['own-b', 'own-c']);
    expect(nextToSend(timeline)?.id).toBe('own-b');
    expect(nextToSend(discard(timeline, 'own-b'))?.id).toBe('own-c');
  });

  it('stays on the screen while what was said before it is missing, and is not sent again', () => {
    let timeline = write(beginTimeline(range(1, 2), 2), own('a'));
    timeline = hear(timeline, [{ ...said(4), id: 'own-a' }]);
    expect(timeline.outgoing).toMatchObject([{ id: 'own-a', sent: true }]);
    expect(nextToSend(timeline)).toBeNull();
    timeline = hear(timeline, [said(3)]);
    expect(timeline.outgoing).toEqual([]);
    expect(numbers(timeline)).toEqual([1, 2, 3, 4]);
  });

  it('was not lost when it failed here and arrived all the same', () => {
    let timeline = fail(write(beginTimeline([], 0), own('a')), 'own-a', 'Not reached.');
    timeline = hear(timeline, [{ ...said(1), id: 'own-a' }]);
    expect(timeline.outgoing).toEqual([]);
  });
});
