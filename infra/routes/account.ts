import { allowClosingSockets } from './end-sessions.ts';
import type { CapabilityGrants } from './grants.ts';

/** The permissions of the endpoints for the caller's own account. `Grant` in `grants.ts` lists the methods. */
export const account: CapabilityGrants<'account'> = {
  me: (fn, { table, members }) => {
    table.allow(fn, { USER: ['GetItem', 'PutItem'] });
    members.allowReadingMembers(fn);
  },

  allowances: (fn, { table, members }) => {
    table.allow(fn, { USER: ['GetItem', 'PutItem'], CONDUCT: ['BatchGetItem'] });
    members.allowReadingMembers(fn);
  },

  dashboard: (fn, { table, bucket, members, renditionSecret }) => {
    table.allow(fn, {
      USER: ['GetItem', 'BatchGetItem', 'PutItem', 'Query'],
      FILE: ['BatchGetItem'],
      POST: ['BatchGetItem'],
    });
    table.allowQuery(fn, { ByDepth: ['USER', 'FILE', 'POST'], ByOwner: ['FILE', 'POST'] });
    members.allowReadingMembers(fn);
    bucket.allow(fn, 'file', 'GetObject');
    bucket.allow(fn, 'post', 'GetObject');
    renditionSecret.allow(fn);
  },

  updateProfile: (fn, { table, members }) => {
    table.allow(fn, { USER: ['GetItem', 'PutItem', 'UpdateItem'] });
    members.allowReadingMembers(fn);
  },

  updatePhoto: (fn, { table, bucket, members }) => {
    table.allow(fn, { USER: ['GetItem', 'PutItem', 'UpdateItem'] });
    members.allowReadingMembers(fn);
    // The upload is a private photo. The function copies an accepted photo to a public avatar.
    bucket.allow(fn, 'photo', 'GetObject', 'PutObject', 'DeleteObject');
    bucket.allowReadingScans(fn, 'photo');
    bucket.allow(fn, 'avatar', 'PutObject', 'DeleteObject');
    bucket.allowExistenceCheck(fn);
  },

  testContribution: (fn, { table, members }) => {
    table.allow(fn, { USER: ['GetItem', 'PutItem', 'UpdateItem'] });
    members.allowReadingMembers(fn);
  },

  depthLog: (fn, { table, cursorSecret }) => {
    table.allow(fn, { USER: ['GetItem', 'BatchGetItem'] });
    table.allowQuery(fn, { ByOwner: ['LEDGER'] });
    cursorSecret.allow(fn);
  },

  deleteAccount: (fn, resources) => {
    const { table, bucket, members } = resources;
    table.allow(fn, { USER: ['GetItem', 'PutItem'] });
    allowClosingSockets(fn, resources);
    members.allowRemovingMembers(fn);
    bucket.allowDeletingAll(fn);
  },
};
