import { z } from 'zod';
import { writtenMailConstants } from '../../constants/server/written-mails.ts';
import { searchTerm } from '../fields/list-query.ts';
import { pageNumber } from '../fields/paging.ts';

/** The form that tries a failed run of a background job again. */
export const retriedJobForm = z.object({ name: z.string().min(1).max(100), id: z.uuid() });

const { storedMax, pageSize } = writtenMailConstants;

/** The query of the list of mails that are files: `?page=…`. */
export const writtenMailsQuery = z.object({ page: pageNumber(Math.ceil(storedMax / pageSize)) });

/** The query of the list of all settings: `?q=…`. */
export const settingsQuery = z.object({ q: searchTerm() });

/** The form that starts a background job. */
export const startedJobForm = z.object({ name: z.string().min(1).max(100) });
