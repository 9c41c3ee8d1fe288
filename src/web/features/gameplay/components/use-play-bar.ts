import { useCallback, useEffect, useRef, useState } from 'react';
import { gameplayConstants } from '#shared/constants/gameplay.ts';
import type { PlayBarAnswer } from '../routes/play-bar.ts';
import { cycleProgress } from './cycle-progress.ts';
import { setPlaying } from './remember-playing.ts';

const retryMs = 3_000;
const timeoutMs = 10_000;
const unreachableText = 'The server cannot be reached at the moment.';

interface Cycle {
  /** By `performance.now`. */
  startedAt: number;
  ms: number;
}

/**
 * Plays on outside of the play screen, by the server's clock. Of several tabs only the one with the browser's
 * lock requests a card; the server gives one card for a cycle in any case. After a lost connection it tries again,
 * after the end of the login it does not.
 */
export function usePlayBar() {
  const [running, setRunning] = useState<PlayBarAnswer['running']>(null);
  const [percent, setPercent] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const [stopping, setStopping] = useState(false);
  const [isLoggedOut, setLoggedOut] = useState(false);
  const cycle = useRef<Cycle | null>(null);
  const key = useRef('');
  const gameId = useRef(0);
  const isBusy = useRef(false);
  const nextCallAt = useRef(0);
  const lastCallAt = useRef(0);

  const call = useCallback(async (fields: Record<string, string> | null) => {
    isBusy.current = true;
    lastCallAt.current = performance.now();
    try {
      const answer = await request(fields);
      if (answer) receive(answer);
      else {
        cycle.current = null;
        setRunning(null);
        setLoggedOut(true);
      }
    } catch {
      nextCallAt.current = performance.now() + retryMs;
      setProblem(unreachableText);
    } finally {
      isBusy.current = false;
    }

    function receive(answer: PlayBarAnswer): void {
      const now = performance.now();
      key.current = answer.nextKey;
      const { running: next, error } = answer;
      setRunning(next);
      setProblem(null);
      if (!next) {
        cycle.current = null;
        setPlaying(false);
        return;
      }
      gameId.current = next.gameId;
      cycle.current = { startedAt: now - next.elapsedMs, ms: next.cycleMs };
      // An error without a time, such as the limit of the day, is asked again as seldom as the session is extended.
      if (error) {
        nextCallAt.current = now + (error.retryAfterMs ?? gameplayConstants.keepAliveMs);
        if (next.elapsedMs >= next.cycleMs) setProblem(error.message);
      }
    }
  }, []);

  useEffect(() => {
    if (isLoggedOut) return;
    void call(null);
    function tick() {
      const now = performance.now();
      const current = cycle.current;
      if (current) setPercent(cycleProgress(now - current.startedAt, current.ms));
      if (isBusy.current || now < nextCallAt.current) {
        if (isBusy.current || now - lastCallAt.current < gameplayConstants.keepAliveMs) return;
      }
      if (!current) {
        if (key.current === '') void call(null);
      } else if (now >= nextCallAt.current && now - current.startedAt >= current.ms) {
        void requestAward();
      } else if (now - lastCallAt.current >= gameplayConstants.keepAliveMs) {
        void call({ intent: 'keep', gameId: String(gameId.current) });
      }
    }
    async function requestAward() {
      isBusy.current = true;
      const award = () =>
        call({ intent: 'award', gameId: String(gameId.current), key: key.current });
      // The Web Locks API exists only on secure origins.
      if (!('locks' in navigator)) return award();
      await navigator.locks.request('award', { ifAvailable: true }, async (lock) => {
        if (lock) return award();
        // Another tab requests the card: show the session afterwards.
        nextCallAt.current = performance.now() + retryMs;
        await call(null);
      });
    }
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [call, isLoggedOut]);

  const stop = useCallback(async () => {
    setStopping(true);
    await call({ intent: 'stop' });
    setStopping(false);
  }, [call]);

  return { running, percent, problem, stopping, stop: () => void stop() };
}

/**
 * Reads the running session, or sends a form first. Returns null when the login has ended.
 * @throws when the server cannot be reached.
 */
async function request(fields: Record<string, string> | null): Promise<PlayBarAnswer | null> {
  const response = await fetch('/play', {
    method: fields ? 'POST' : 'GET',
    body: fields && new URLSearchParams(fields),
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'manual',
  });
  // The only redirect leads to the login.
  if (response.type === 'opaqueredirect') return null;
  if (!response.ok) throw new Error(`The play bar got status ${response.status}.`);
  return (await response.json()) as PlayBarAnswer;
}
