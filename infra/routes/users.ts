import type { CapabilityGrants } from './grants.ts';

/** The permissions of the endpoints for other members' profiles. `Grant` in `grants.ts` lists the methods. */
export const users: CapabilityGrants<'users'> = {
  get: (fn, { table }) => table.allow(fn, { USER: ['GetItem', 'BatchGetItem'] }),
  batch: (fn, { table }) => table.allow(fn, { USER: ['GetItem', 'BatchGetItem'] }),

  list: (fn, { table, cursorSecret }) => {
    table.allow(fn, { USER: ['GetItem', 'BatchGetItem', 'Query'] });
    table.allowQuery(fn, { ByDepth: ['USER'], ByText: ['USER'], ByNumber: ['USER'] });
    cursorSecret.allow(fn);
  },

  nearby: (fn, { table }) => {
    table.allow(fn, { USER: ['GetItem', 'BatchGetItem', 'Query'] });
    table.allowQuery(fn, { ByDepth: ['USER'] });
  },

  profile: (fn, { table }) => table.allow(fn, { USER: ['GetItem'] }),

  follow: (fn, { table, members }) => {
    table.allow(fn, { USER: ['GetItem', 'PutItem', 'UpdateItem'] });
    members.allowReadingMembers(fn);
  },

  unfollow: (fn, { table }) => table.allow(fn, { USER: ['GetItem', 'UpdateItem', 'DeleteItem'] }),

  followers: (fn, { table, cursorSecret }) => {
    table.allow(fn, { USER: ['GetItem', 'BatchGetItem', 'Query'] });
    cursorSecret.allow(fn);
  },

  following: (fn, { table, cursorSecret }) => {
    table.allow(fn, { USER: ['GetItem', 'BatchGetItem', 'Query'] });
    cursorSecret.allow(fn);
  },
};
