import type { CapabilityGrants } from './grants.ts';

export const users: CapabilityGrants<'users'> = {
  get: (fn, { table }) => table.allow(fn, 'BatchGetItem'),
  batch: (fn, { table }) => table.allow(fn, 'BatchGetItem'),
  list: (fn, { table, cursorSecret }) => {
    table.allow(fn, 'GetItem', 'BatchGetItem', 'Query');
    table.allowQuery(fn, 'ByDepth', 'ByText', 'ByNumber');
    cursorSecret.allow(fn);
  },
  nearby: (fn, { table }) => {
    table.allow(fn, 'GetItem', 'BatchGetItem', 'Query');
    table.allowQuery(fn, 'ByDepth');
  },
  profile: (fn, { table }) => table.allow(fn, 'GetItem', 'BatchGetItem'),
  follow: (fn, { table, members }) => {
    table.allow(fn, 'GetItem', 'PutItem', 'UpdateItem');
    members.allowReadingMembers(fn);
  },
  unfollow: (fn, { table }) => table.allow(fn, 'GetItem', 'UpdateItem', 'DeleteItem'),
  followers: (fn, { table, cursorSecret }) => {
    table.allow(fn, 'GetItem', 'BatchGetItem', 'Query');
    cursorSecret.allow(fn);
  },
  following: (fn, { table, cursorSecret }) => {
    table.allow(fn, 'GetItem', 'BatchGetItem', 'Query');
    cursorSecret.allow(fn);
  },
};
