import type { CapabilityGrants } from './grants.ts';

export const files: CapabilityGrants<'files'> = {
  upload: (fn, { bucket, table, members }) => {
    table.allow(fn, 'GetItem', 'PutItem');
    members.allowReadingMembers(fn);
    bucket.allow(fn, 'file', 'PutObject');
    bucket.allow(fn, 'avatar', 'PutObject');
    bucket.allow(fn, 'post', 'PutObject');
  },
  saveMetadata: (fn, { table, bucket }) => {
    table.allow(fn, 'GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem');
    bucket.allow(fn, 'file', 'GetObject', 'DeleteObject');
    bucket.allowAskingWhetherStored(fn);
  },
  list: (fn, { table, bucket, cursorSecret }) => {
    table.allow(fn, 'GetItem', 'BatchGetItem');
    table.allowQuery(fn, 'ByText', 'ByNumber');
    bucket.allow(fn, 'file', 'GetObject');
    cursorSecret.allow(fn);
  },
};
