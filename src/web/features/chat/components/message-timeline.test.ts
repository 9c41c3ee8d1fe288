import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '#shared/schemas/socket-events.ts';
import {
  addOlder,
  addOutgoing,
  addReceived,
  createTimeline,
  discardOutgoing,
  findNextToSend,
  hasGap,
  lastShown,
  markFailed,
  restoreUnsent,
  retryFailed,
  type Timeline,
} from './message-timeline.ts';

const messageOf = (number: number): ChatMessage => ({
  conversationId: 'c',
  number,
  id: `id-${number}`,
  sender: number % 2 === 0 ? 'Ada' : 'Bob',
  text: `text ${number}`,
  sentAt: '2026-03-14T12:00:00.000Z',
});
const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => messageOf(from + index));
const numbers = ({ messages }: Timeline) => messages.map(({ number }) => number);

describe('a timeline', () => {
  it('restores messages that an earlier load of the page could not send, and shows each once', () => {
    const timeline = addOutgoing(createTimeline(range(1, 3), 3), { id: 'new', text: 'new' });
    const unsent = [
      { id: 'id-2', text: 'arrived meanwhile' },
      { id: 'id-4', text: 'text 4' },
    ];
    const restored = restoreUnsent(timeline, unsent);
    expect(restored.outgoing.map(({ id }) => id)).toEqual(['id-4', 'new']);
    expect(findNextToSend(restored)?.id).toBe('id-4');
    const received = addReceived(restored, range(4, 4));
    expect(received.outgoing.map(({ id }) => id)).toEqual(['new']);
    // A repeated confirmation of a message that is shown already.
    expect(
      addReceived(restoreUnsent(received, [{ id: 'old', text: 'old' }]), [
        { ...messageOf(1), id: 'old' },
      ]).outgoing,
    ).toHaveLength(1);
  });

  it('shows all messages in the end, whatever their order, repetitions and losses were', () => {
    const scenario = fc.record({
      total: fc.integer({ min: 0, max: 40 }),
      known: fc.nat(40),
      batches: fc.array(
        fc.oneof(
          fc.record({ received: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 6 }) }),
          fc.record({ fetched: fc.integer({ min: 1, max: 7 }) }),
          fc.record({ older: fc.integer({ min: 1, max: 7 }) }),
        ),
        { maxLength: 30 },
      ),
    });
    fc.assert(
      fc.property(scenario, ({ total, known, batches }) => {
        const last = Math.min(known, total);
        let timeline = createTimeline(range(Math.max(1, last - 4), last), last);
        const fetchMissing = (many: number) => {
          const after = lastShown(timeline);
          const answer = range(after + 1, Math.min(after + many, total));
          timeline = addReceived(timeline, answer, total);
        };
        for (const batch of batches) {
          if ('received' in batch) {
            const received = batch.received.filter((number) => number <= total).map(messageOf);
            timeline = addReceived(timeline, received);
          } else if ('fetched' in batch) {
            fetchMissing(batch.fetched);
          } else {
            const to = timeline.before;
            timeline = addOlder(timeline, range(Math.max(1, to - batch.older + 1), to));
          }
          // In order, without repetitions and without gaps.
          expect(numbers(timeline)).toEqual(
            Array.from({ length: timeline.messages.length }, (_, i) => timeline.before + 1 + i),
          );
        }
        for (let round = 0; round <= total && lastShown(timeline) < total; round += 1) {
          fetchMissing(7);
        }
        timeline = addOlder(timeline, range(1, timeline.before));
        expect(timeline.messages).toEqual(range(1, total));
        expect(timeline.afterGap).toEqual([]);
        expect(hasGap(timeline)).toBe(false);
      }),
    );
  });

  it('keeps messages after a gap until the gap is filled', () => {
    let timeline = createTimeline(range(6, 10), 10);
    timeline = addReceived(timeline, [messageOf(13), messageOf(12)]);
    expect(numbers(timeline)).toEqual([6, 7, 8, 9, 10]);
    expect(hasGap(timeline)).toBe(true);
    timeline = addReceived(timeline, [messageOf(11)]);
    expect(numbers(timeline)).toEqual([6, 7, 8, 9, 10, 11, 12, 13]);
    expect(hasGap(timeline)).toBe(false);
  });

  it('accepts older messages only if they join the shown ones without a gap', () => {
    const timeline = createTimeline(range(6, 10), 10);
    expect(numbers(addOlder(timeline, [messageOf(1), messageOf(3)]))).toEqual([6, 7, 8, 9, 10]);
    expect(numbers(addOlder(timeline, range(4, 9)))).toEqual([4, 5, 6, 7, 8, 9, 10]);
  });

  it('is empty without messages and starts with the first one', () => {
    const timeline = createTimeline([], 0);
    expect(timeline).toMatchObject({ messages: [], before: 0 });
    expect(numbers(addReceived(timeline, [messageOf(1)]))).toEqual([1]);
  });
});

describe('an outgoing message', () => {
  const own = (text: string) => ({ id: `own-${text}`, text });

  it('is sent after those before it and leaves the queue when it has arrived', () => {
    let timeline = createTimeline([], 0);
    for (const text of ['a', 'b', 'c']) timeline = addOutgoing(timeline, own(text));
    expect(findNextToSend(timeline)?.text).toBe('a');
    timeline = addReceived(timeline, [{ ...messageOf(1), id: 'own-a', text: 'a' }]);
    expect(findNextToSend(timeline)?.text).toBe('b');
    expect(timeline.outgoing.map(({ text }) => text)).toEqual(['b', 'c']);
  });

  it('waits behind a failed one, and both are sent again in order with the same ids', () => {
    let timeline = createTimeline([], 0);
    for (const text of ['a', 'b', 'c']) timeline = addOutgoing(timeline, own(text));
    timeline = markFailed(timeline, 'own-b', 'Not reached.');
    expect(timeline.outgoing.map(({ error }) => error)).toEqual([
      null,
      'Not reached.',
      'Not reached.',
    ]);
    timeline = addReceived(timeline, [{ ...messageOf(1), id: 'own-a' }]);
    expect(findNextToSend(timeline)).toBeNull();
    timeline = retryFailed(timeline);
    expect(timeline.outgoing.map(({ id }) => id)).toEqual(['own-b', 'own-c']);
    expect(findNextToSend(timeline)?.id).toBe('own-b');
    expect(findNextToSend(discardOutgoing(timeline, 'own-b'))?.id).toBe('own-c');
  });

  it('stays on the screen while messages before it are missing, and is not sent again', () => {
    let timeline = addOutgoing(createTimeline(range(1, 2), 2), own('a'));
    timeline = addReceived(timeline, [{ ...messageOf(4), id: 'own-a' }]);
    expect(timeline.outgoing).toMatchObject([{ id: 'own-a', isStored: true }]);
    expect(findNextToSend(timeline)).toBeNull();
    timeline = addReceived(timeline, [messageOf(3)]);
    expect(timeline.outgoing).toEqual([]);
    expect(numbers(timeline)).toEqual([1, 2, 3, 4]);
  });

  it('that seemed to fail but arrived is shown as arrived', () => {
    let timeline = markFailed(
      addOutgoing(createTimeline([], 0), own('a')),
      'own-a',
      'Not reached.',
    );
    timeline = addReceived(timeline, [{ ...messageOf(1), id: 'own-a' }]);
    expect(timeline.outgoing).toEqual([]);
  });
});
