import { queryOptions } from '@tanstack/react-query';
import { consoleApi } from '../../../api/console-api.ts';

/** The API keys of the workspace. */
export const keysQuery = queryOptions({ queryKey: ['keys'], queryFn: ({ signal }) => consoleApi.keys(signal) });
