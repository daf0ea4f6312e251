import { queryOptions } from '@tanstack/react-query';
import { consoleApi } from '../../../api/console-api.ts';

/** Who can sign in. */
export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: ({ signal }) => consoleApi.members(signal),
});

/** Links that are not used yet; for owners. */
export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: ({ signal }) => consoleApi.invitations(signal),
});
