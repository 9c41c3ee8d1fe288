import { useCallback, useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import { gameplayConstants } from '#shared/constants/gameplay.ts';
import type { Rarity } from '#shared/constants/rarity.ts';

export interface AwardedCard {
  id: string;
  name: string;
  description: string;
  picture: string;
  rarity: Rarity;
}

export interface PlayState {
  elapsedMs: number;
  cycleMs: number;
}

/** What the play screen's action answers. */
export interface PlayAnswer {
  state?: PlayState;
  card?: AwardedCard;
  /** The key of the next award. */
  nextKey?: string;
  refusal?: { code: string; message: string; retryAfterMs: number | null };
  /** The server could not be reached; the screen tries again. */
  unreachable?: true;
}

interface Cycle {
  /** By `performance.now`; null until the page is awake. */
  startedAt: number | null;
  ms: number;
}

const retryMs = 3_000;

type Listener = (intent: string, answer: PlayAnswer) => void;

const listeners = new Set<Listener>();

/**
 * Hands the action's answer to the screen, once. Not by `fetcher.data`, which the router keeps outside of
 * React: a render that React takes back may have seen it, and an effect that waits for it is then lost.
 */
export function handOn(intent: string, answer: PlayAnswer): void {
  for (const listener of listeners) listener(intent, answer);
}

/**
 * Plays by the server's clock: shows how far the cycle is, asks for the card when it is full, and says
 * at least once a minute that it still plays. Time is read, never counted, as a hidden tab's timers
 * run late.
 */
export function usePlay(initial: PlayState | null, firstKey: string) {
  const starting = useFetcher();
  const awarding = useFetcher();
  const keeping = useFetcher();
  // The server renders a session that runs already; its time is read once the page is awake.
  const [cycle, setCycle] = useState<Cycle | null>(
    () => initial && { startedAt: null, ms: initial.cycleMs },
  );
  const [percent, setPercent] = useState(() => (initial ? percentOf(initial) : 0));
  const [won, setWon] = useState<(AwardedCard & { number: number })[]>([]);
  const [stopped, setStopped] = useState<string | null>(null);
  const [unreachable, setUnreachable] = useState(false);
  // What the timer reads: a render that is still to come must not make it ask twice.
  const running = useRef(cycle);
  const asking = useRef(false);
  const key = useRef(firstKey);
  const lastCall = useRef(0);
  const notBefore = useRef(0);

  const change = useCallback((next: Cycle | null) => {
    running.current = next;
    setCycle(next);
  }, []);

  const resume = useCallback(
    (state: PlayState) => {
      const now = performance.now();
      lastCall.current = now;
      change({ startedAt: now - state.elapsedMs, ms: state.cycleMs });
      setStopped(null);
    },
    [change],
  );

  useEffect(() => {
    if (initial) resume(initial);
  }, [initial, resume]);

  const receive = useCallback(
    (intent: string, answer: PlayAnswer) => {
      if (intent === 'award') asking.current = false;
      setUnreachable(answer.unreachable === true);
      const now = performance.now();
      if (answer.nextKey) key.current = answer.nextKey;
      if (answer.state) resume(answer.state);
      const { card, refusal } = answer;
      if (card) setWon((cards) => [{ ...card, number: cards.length + 1 }, ...cards]);
      if (answer.unreachable) notBefore.current = now + retryMs;
      if (refusal?.code === 'too-early' || refusal?.code === 'rate-limited') {
        const wait = refusal.retryAfterMs ?? retryMs;
        notBefore.current = now + wait;
        // Another tab took this cycle's card: show the cycle that runs now.
        const old = running.current;
        if (old) change({ ...old, startedAt: now + wait - old.ms });
      } else if (refusal) {
        change(null);
        setStopped(refusal.message);
      }
    },
    [change, resume],
  );

  useEffect(() => {
    listeners.add(receive);
    return () => void listeners.delete(receive);
  }, [receive]);

  const { submit: award } = awarding;
  const { submit: keep } = keeping;
  const cycleMs = cycle?.ms ?? null;
  useEffect(() => {
    if (cycleMs === null) {
      setPercent(0);
      return;
    }
    function tick() {
      const { startedAt, ms } = running.current ?? { startedAt: null, ms: 0 };
      if (startedAt === null) return;
      const now = performance.now();
      const elapsedMs = Math.max(0, now - startedAt);
      setPercent(percentOf({ elapsedMs, cycleMs: ms }));
      if (elapsedMs >= ms && !asking.current && now >= notBefore.current) {
        asking.current = true;
        lastCall.current = now;
        void award({ intent: 'award', key: key.current }, { method: 'post' });
      } else if (now - lastCall.current >= gameplayConstants.heartbeatMs) {
        lastCall.current = now;
        void keep({ intent: 'keep' }, { method: 'post' });
      }
    }
    tick();
    const timer = setInterval(tick, Math.min(cycleMs / gameplayConstants.stepsPerCycle, 1_000));
    return () => clearInterval(timer);
  }, [cycleMs, award, keep]);

  return {
    active: cycle !== null,
    starting: starting.state !== 'idle',
    percent,
    won,
    stopped,
    unreachable,
    Form: starting.Form,
  };
}

/** How much of the cycle has passed, in whole steps. */
function percentOf({ elapsedMs, cycleMs }: PlayState): number {
  return Math.min(
    gameplayConstants.stepsPerCycle,
    Math.floor((elapsedMs / cycleMs) * gameplayConstants.stepsPerCycle),
  );
}
