import { useCallback, useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import type { PlayState } from '#domain/gameplay/play-state.ts';
import { gameplayConstants } from '#shared/constants/gameplay.ts';
import { cycleProgress } from './cycle-progress.ts';
import { setPlaying } from './remember-playing.ts';
import type { DrawnCard } from './use-pull.ts';

/** The result of the play screen's action. */
export interface PlayAnswer {
  state?: PlayState;
  /** A card with what its player has afterwards. */
  drawn?: DrawnCard;
  /** Whether a sound is played when a card is turned over, after a change. */
  hasSound?: boolean;
  /** The session was stopped. */
  stopped?: true;
  /** The idempotency key of the next award. */
  nextKey?: string;
  error?: { code: string; message: string; retryAfterMs: number | null };
  /** The server could not be reached; the screen tries again. */
  unreachable?: true;
}

interface Cycle {
  /** By `performance.now`; null before hydration. */
  startedAt: number | null;
  ms: number;
}

const retryMs = 3_000;

type Listener = (intent: string, answer: PlayAnswer) => void;

const listeners = new Set<Listener>();

/**
 * Passes the action's result to the screen, exactly once. `fetcher.data` does not do that: the router
 * stores it outside React, so a render that React discards may have seen it, and the effect never runs.
 */
export function publishPlayAnswer(intent: string, answer: PlayAnswer): void {
  for (const listener of listeners) listener(intent, answer);
}

/**
 * Plays by the server's clock: shows the progress of the cycle, requests the card when the cycle is full,
 * and extends the session at least once a minute. Each step reads the clock and does not count timer
 * ticks, because the timers of a hidden tab run late.
 */
export function usePlaySession(
  initial: PlayState | null,
  firstKey: string,
  onDrawn: (drawn: DrawnCard, cycleMs: number) => void,
) {
  const starting = useFetcher();
  const awarding = useFetcher();
  const extending = useFetcher();
  // The server may render a running session; its start time is set after hydration.
  const [cycle, setCycle] = useState<Cycle | null>(
    () => initial && { startedAt: null, ms: initial.cycleMs },
  );
  const [percent, setPercent] = useState(() =>
    initial ? cycleProgress(initial.elapsedMs, initial.cycleMs) : 0,
  );
  const [stopMessage, setStopMessage] = useState<string | null>(null);
  const [unreachable, setUnreachable] = useState(false);
  // The timer reads refs, as state of a pending render would let it request an award twice.
  const currentCycle = useRef(cycle);
  const isRequesting = useRef(false);
  const key = useRef(firstKey);
  const lastCall = useRef(0);
  const retryAt = useRef(0);

  const changeCycle = useCallback((next: Cycle | null) => {
    currentCycle.current = next;
    setCycle(next);
  }, []);

  const resume = useCallback(
    (state: PlayState) => {
      const now = performance.now();
      lastCall.current = now;
      changeCycle({ startedAt: now - state.elapsedMs, ms: state.cycleMs });
      setStopMessage(null);
    },
    [changeCycle],
  );

  useEffect(() => {
    if (initial) resume(initial);
  }, [initial, resume]);

  const receive = useCallback(
    (intent: string, answer: PlayAnswer) => {
      if (intent === 'sound') return;
      if (intent === 'award') isRequesting.current = false;
      setUnreachable(answer.unreachable === true);
      const now = performance.now();
      if (answer.nextKey) key.current = answer.nextKey;
      if (answer.stopped) changeCycle(null);
      if (answer.state) resume(answer.state);
      const { drawn, error } = answer;
      if (drawn) onDrawn(drawn, currentCycle.current?.ms ?? 0);
      if (answer.unreachable) retryAt.current = now + retryMs;
      if (error?.code === 'too-early' || error?.code === 'rate-limited') {
        const wait = error.retryAfterMs ?? retryMs;
        retryAt.current = now + wait;
        // Another tab received this cycle's card: show the current cycle.
        const old = currentCycle.current;
        if (old) changeCycle({ ...old, startedAt: now + wait - old.ms });
      } else if (error) {
        changeCycle(null);
        setStopMessage(error.message);
      }
    },
    [changeCycle, resume, onDrawn],
  );

  useEffect(() => {
    listeners.add(receive);
    return () => void listeners.delete(receive);
  }, [receive]);

  const { submit: award } = awarding;
  const { submit: extend } = extending;
  const cycleMs = cycle?.ms ?? null;
  const wasActive = useRef(false);
  useEffect(() => {
    // While this game is not active, another one may be.
    if (cycleMs !== null || wasActive.current) setPlaying(cycleMs !== null);
    wasActive.current = cycleMs !== null;
  }, [cycleMs]);
  useEffect(() => {
    if (cycleMs === null) {
      setPercent(0);
      return;
    }
    function tick() {
      const { startedAt, ms } = currentCycle.current ?? { startedAt: null, ms: 0 };
      if (startedAt === null) return;
      const now = performance.now();
      const elapsedMs = Math.max(0, now - startedAt);
      setPercent(cycleProgress(elapsedMs, ms));
      if (elapsedMs >= ms && !isRequesting.current && now >= retryAt.current) {
        isRequesting.current = true;
        lastCall.current = now;
        void award({ intent: 'award', key: key.current }, { method: 'post' });
      } else if (now - lastCall.current >= gameplayConstants.keepAliveMs) {
        lastCall.current = now;
        void extend({ intent: 'keep' }, { method: 'post' });
      }
    }
    tick();
    const timer = setInterval(tick, Math.min(cycleMs / gameplayConstants.stepsPerCycle, 1_000));
    return () => clearInterval(timer);
  }, [cycleMs, award, extend]);

  return {
    active: cycle !== null,
    starting: starting.state !== 'idle',
    percent,
    stopMessage,
    unreachable,
    Form: starting.Form,
  };
}
