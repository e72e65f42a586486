import type { CapabilityGrants } from './grants.ts';

export const posts: CapabilityGrants<'posts'> = {
  list: (fn, { table, bucket, cursorSecret }) => {
    table.allow(fn, 'GetItem', 'BatchGetItem');
    table.allowQuery(fn, 'ByDepth', 'ByOwner');
    bucket.allow(fn, 'post', 'GetObject');
    cursorSecret.allow(fn);
  },
  listOfMember: (fn, { table, bucket, cursorSecret }) => {
    table.allow(fn, 'GetItem', 'BatchGetItem');
    table.allowQuery(fn, 'ByOwner');
    bucket.allow(fn, 'post', 'GetObject');
    cursorSecret.allow(fn);
  },
  create: (fn, { table, bucket, members }) => {
    table.allow(fn, 'GetItem', 'BatchGetItem', 'PutItem');
    members.allowReadingMembers(fn);
    bucket.allow(fn, 'post', 'GetObject', 'DeleteObject');
    bucket.allowAskingWhetherStored(fn);
  },
  delete: (fn, { table, purgeJob }) => {
    table.allow(fn, 'GetItem', 'UpdateItem');
    purgeJob.allowStarting(fn);
  },
  like: (fn, { table }) => table.allow(fn, 'GetItem', 'PutItem', 'UpdateItem'),
  unlike: (fn, { table }) => table.allow(fn, 'GetItem', 'UpdateItem', 'DeleteItem'),
  listComments: (fn, { table, cursorSecret }) => {
    table.allow(fn, 'GetItem', 'BatchGetItem', 'Query');
    cursorSecret.allow(fn);
  },
  addComment: (fn, { table, members }) => {
    table.allow(fn, 'GetItem', 'PutItem', 'UpdateItem');
    members.allowReadingMembers(fn);
  },
  deleteComment: (fn, { table }) => table.allow(fn, 'GetItem', 'UpdateItem', 'DeleteItem', 'Query'),
};
