import type { CapabilityGrants } from './grants.ts';

export const messages: CapabilityGrants<'messages'> = {
  conversations: (fn, { table, cursorSecret }) => {
    table.allow(fn, { USER: ['GetItem', 'BatchGetItem'] });
    table.allowQuery(fn, { ByText: ['INBOX'] });
    cursorSecret.allow(fn);
  },
  conversation: (fn, { table }) => table.allow(fn, { USER: ['GetItem'], CHAT: ['Query'] }),
};
