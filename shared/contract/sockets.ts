import * as z from 'zod';
import { TICKET_SECONDS } from '../rules/limits.ts';
import { endpoints } from './endpoint.ts';

export const sockets = endpoints('sockets', {
  ticket: () => ({
    method: 'POST',
    path: '/sockets/ticket',
    access: 'member',
    resource: 'self',
    limit: { none: 'Opening the WebSocket enforces the limit of open sockets.' },
    summary: 'Issue a ticket that opens one WebSocket.',
    description:
      `Valid once, for ${TICKET_SECONDS} seconds. Replaces the access token, which a URL would expose to logs. Open ` +
      "`<socketUrl>?ticket=<ticket>`, with `socketUrl` of the site's `/config.json`. " +
      '`shared/contract/socket-frames.ts` defines the frames.',
    response: z.object({ ticket: z.string(), expiresInSeconds: z.number().int().nonnegative() }),
    errors: ['Unauthenticated'],
  }),
});
