import type { GamesDatabaseTrouble } from '#shared/games-database-failure.ts';
import { gamesDatabase as limits } from '#shared/limits.ts';
import type { Clock, Log } from '../../context.ts';

const told: Record<GamesDatabaseTrouble, string> = {
  unavailable: 'the games database cannot be reached; what is kept is shown',
  limited: 'the games database limits us; what is kept is shown',
  refused: 'the games database refuses RAWG_API_KEY: check the setting; what is kept is shown',
  malformed: 'what the games database answers cannot be read; what is kept is shown',
};

/**
 * Keeps a source that fails from being asked by every page: after failures nothing is asked for a
 * while, then one call tries whether it is back. The log hears of changes alone.
 */
export function createBreaker(clock: Clock, log: Log) {
  let failures = 0;
  let rests = 0;
  let restsUntil = 0;
  /** Whether the one call after a rest is under way. */
  let trying = false;
  let known: GamesDatabaseTrouble | null = null;

  function rest(ms: number): void {
    restsUntil = clock.now().getTime() + ms;
    rests += 1;
  }

  return {
    /** Whether a call may be made now; who is let in says afterwards how it went, or leaves. */
    enter(): boolean {
      if (clock.now().getTime() < restsUntil || trying) return false;
      trying = rests > 0;
      return true;
    },

    /** The call was not made after all. */
    leave(): void {
      trying = false;
    },

    succeeded(): void {
      if (known) log.info({}, 'the games database answers again');
      failures = 0;
      rests = 0;
      trying = false;
      known = null;
    },

    failed(trouble: GamesDatabaseTrouble, retryAfterMs: number | null, detail: string): void {
      failures += 1;
      if (trouble !== known) {
        const level = trouble === 'refused' ? 'error' : 'warn';
        log[level]({ trouble, detail: detail.slice(0, 300) }, told[trouble]);
      }
      known = trouble;
      const growing = Math.min(limits.restMinMs * 2 ** rests, limits.restMaxMs);
      if (trouble === 'refused') rest(limits.restMaxMs);
      else if (trouble === 'limited')
        rest(Math.min(retryAfterMs ?? growing, limits.retryAfterMaxMs));
      else if (trying || failures >= limits.failuresInRow) rest(growing);
      trying = false;
    },
  };
}
