import { gameplayConstants } from '#shared/constants/gameplay.ts';

/** The progress of a cycle in whole steps. */
export function cycleProgress(elapsedMs: number, cycleMs: number): number {
  const steps = gameplayConstants.stepsPerCycle;
  return Math.min(steps, Math.max(0, Math.floor((elapsedMs / cycleMs) * steps)));
}
