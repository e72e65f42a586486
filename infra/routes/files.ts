import type { CapabilityGrants } from './grants.ts';

export const files: CapabilityGrants<'files'> = {
  upload: (fn, { bucket, table, members }) => {
    table.allow(fn, 'GetItem', 'PutItem');
    members.allowReadingMembers(fn);
    bucket.allow(fn, 'file', 'PutObject');
    bucket.allow(fn, 'avatar', 'PutObject');
    bucket.allow(fn, 'post', 'PutObject');
  },
  saveMetadata: (fn, { table, bucket, sockets }) => {
    table.allow(fn, 'GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'Query');
    sockets.allowAnswering(fn);
    bucket.allow(fn, 'file', 'GetObject', 'DeleteObject');
    bucket.allowAskingWhetherStored(fn);
  },
  list: (fn, { table, bucket, cursorSecret }) => {
    table.allow(fn, 'GetItem', 'BatchGetItem');
    table.allowQuery(fn, 'ByText', 'ByNumber', 'ByOwner');
    bucket.allow(fn, 'file', 'GetObject');
    cursorSecret.allow(fn);
  },
  listOfMember: (fn, { table, bucket, cursorSecret }) => {
    table.allow(fn, 'GetItem', 'BatchGetItem');
    table.allowQuery(fn, 'ByOwner');
    bucket.allow(fn, 'file', 'GetObject');
    cursorSecret.allow(fn);
  },
  like: (fn, { table }) => table.allow(fn, 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'),
  view: (fn, { table, bucket }) => {
    table.allow(fn, 'GetItem', 'UpdateItem');
    bucket.allow(fn, 'file', 'GetObject');
  },
  delete: (fn, { table, bucket, sockets }) => {
    table.allow(fn, 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'Query');
    sockets.allowAnswering(fn);
    bucket.allow(fn, 'file', 'DeleteObject');
  },
  startMultipart: (fn, { table, bucket, members }) => {
    table.allow(fn, 'GetItem', 'PutItem');
    members.allowReadingMembers(fn);
    bucket.allow(fn, 'file', 'PutObject');
  },
  signParts: (fn, { bucket }) => bucket.allow(fn, 'file', 'PutObject'),
  listParts: (fn, { bucket }) => bucket.allow(fn, 'file', 'ListMultipartUploadParts'),
  completeMultipart: (fn, { bucket }) => {
    bucket.allow(fn, 'file', 'PutObject', 'ListMultipartUploadParts', 'GetObject');
    bucket.allowAskingWhetherStored(fn);
  },
  abortMultipart: (fn, { bucket }) => bucket.allow(fn, 'file', 'AbortMultipartUpload'),
};
