import { z } from 'zod';
import { economyPeriods } from '../../constants/server/economy-figures.ts';

/** The query of the economy's figures: `?period=…`. An invalid value is ignored. */
export const economyQuery = z.object({
  period: z.enum(economyPeriods).catch(economyPeriods[0]).default(economyPeriods[0]),
});
