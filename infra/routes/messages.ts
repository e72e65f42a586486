import type { CapabilityGrants } from './grants.ts';

/** The permissions of the endpoints that read messages. The socket route `sendMessage` stores them. */
export const messages: CapabilityGrants<'messages'> = {
  conversations: (fn, { table, cursorSecret }) => {
    table.allow(fn, { USER: ['GetItem', 'BatchGetItem'] });
    table.allowQuery(fn, { ByText: ['INBOX'] });
    cursorSecret.allow(fn);
  },

  conversation: (fn, { table }) => table.allow(fn, { USER: ['GetItem'], CHAT: ['Query'] }),
};
