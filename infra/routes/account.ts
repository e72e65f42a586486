import type { CapabilityGrants } from './grants.ts';

export const account: CapabilityGrants<'account'> = {
  me: (fn, { table, members }) => {
    table.allow(fn, 'GetItem', 'PutItem');
    members.allowReadingMembers(fn);
  },
  dashboard: (fn, { table, bucket, members }) => {
    table.allow(fn, 'GetItem', 'BatchGetItem', 'PutItem', 'Query');
    table.allowQuery(fn, 'ByDepth', 'ByOwner');
    members.allowReadingMembers(fn);
    bucket.allow(fn, 'file', 'GetObject');
    bucket.allow(fn, 'post', 'GetObject');
  },
  updateProfile: (fn, { table, members }) => {
    table.allow(fn, 'GetItem', 'PutItem', 'UpdateItem');
    members.allowReadingMembers(fn);
  },
  updatePhoto: (fn, { table, bucket, members }) => {
    table.allow(fn, 'GetItem', 'PutItem', 'UpdateItem');
    members.allowReadingMembers(fn);
    bucket.allow(fn, 'avatar', 'GetObject', 'DeleteObject');
    bucket.allowAskingWhetherStored(fn);
  },
  testContribution: (fn, { table, members, sockets }) => {
    table.allow(fn, 'GetItem', 'PutItem', 'UpdateItem', 'Query', 'DeleteItem');
    sockets.allowAnswering(fn);
    members.allowReadingMembers(fn);
  },
  depthLog: (fn, { table, cursorSecret }) => {
    table.allow(fn, 'GetItem', 'BatchGetItem');
    table.allowQuery(fn, 'ByOwner');
    cursorSecret.allow(fn);
  },
  deleteAccount: (fn, { table, members, purgeJob }) => {
    table.allow(fn, 'PutItem');
    members.allowRemovingMembers(fn);
    purgeJob.allowStarting(fn);
  },
};
