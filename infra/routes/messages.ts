import type { CapabilityGrants } from './grants.ts';

export const messages: CapabilityGrants<'messages'> = {
  ticket: (fn, { table }) => table.allow(fn, 'GetItem', 'PutItem'),
  conversations: (fn, { table, cursorSecret }) => {
    table.allow(fn, 'GetItem', 'BatchGetItem');
    table.allowQuery(fn, 'ByText');
    cursorSecret.allow(fn);
  },
  conversation: (fn, { table }) => table.allow(fn, 'GetItem', 'Query'),
};
