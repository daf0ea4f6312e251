import { answerOf } from '@ci/client/browser';
import { apiV1 } from '../../api/api-v1.ts';
import { endless } from '../../api/endless.ts';
import type { ContactFilters } from './contact-filters.ts';

/** The contacts that match, newest first. */
export const contactsQuery = (filters: ContactFilters) =>
  endless(['contacts', filters], ({ cursor, signal }) => {
    const query = { ...filters, limit: 50, ...(cursor !== undefined && { cursor }) };
    return answerOf(apiV1.GET('/contacts', { params: { query }, signal }));
  });
