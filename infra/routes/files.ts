import type { CapabilityGrants } from './grants.ts';
import { allowSendingToMembers } from './send-to-members.ts';

export const files: CapabilityGrants<'files'> = {
  upload: (fn, { bucket, table, members }) => {
    table.allow(fn, { USER: ['GetItem', 'PutItem'] });
    members.allowReadingMembers(fn);
    bucket.allow(fn, 'file', 'PutObject');
    bucket.allow(fn, 'avatar', 'PutObject');
    bucket.allow(fn, 'post', 'PutObject');
  },
  saveMetadata: (fn, resources) => {
    const { table, bucket } = resources;
    table.allow(fn, {
      USER: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'],
      FILE: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    });
    allowSendingToMembers(fn, resources);
    bucket.allow(fn, 'file', 'GetObject', 'DeleteObject');
    bucket.allowExistenceCheck(fn);
  },
  list: (fn, { table, bucket, cursorSecret }) => {
    table.allow(fn, { USER: ['GetItem', 'BatchGetItem'], FILE: ['BatchGetItem'] });
    table.allowQuery(fn, { ByText: ['FILE'], ByNumber: ['FILE'], ByOwner: ['FILE'] });
    bucket.allow(fn, 'file', 'GetObject');
    cursorSecret.allow(fn);
  },
  listOfMember: (fn, { table, bucket, cursorSecret }) => {
    table.allow(fn, { USER: ['GetItem', 'BatchGetItem'], FILE: ['BatchGetItem'] });
    table.allowQuery(fn, { ByOwner: ['FILE'] });
    bucket.allow(fn, 'file', 'GetObject');
    cursorSecret.allow(fn);
  },
  like: (fn, { table }) =>
    table.allow(fn, { USER: ['GetItem', 'PutItem', 'DeleteItem'], FILE: ['GetItem', 'UpdateItem'] }),
  view: (fn, { table, bucket }) => {
    table.allow(fn, { USER: ['GetItem'], FILE: ['GetItem', 'UpdateItem'] });
    bucket.allow(fn, 'file', 'GetObject');
  },
  delete: (fn, resources) => {
    const { table, bucket } = resources;
    table.allow(fn, { USER: ['GetItem', 'PutItem', 'UpdateItem'], FILE: ['GetItem', 'DeleteItem'] });
    allowSendingToMembers(fn, resources);
    bucket.allow(fn, 'file', 'DeleteObject');
  },
  startMultipart: (fn, { table, bucket, members }) => {
    table.allow(fn, { USER: ['GetItem', 'PutItem'] });
    members.allowReadingMembers(fn);
    bucket.allow(fn, 'file', 'PutObject');
  },
  signParts: (fn, { bucket }) => bucket.allow(fn, 'file', 'PutObject'),
  listParts: (fn, { bucket }) => bucket.allow(fn, 'file', 'ListMultipartUploadParts'),
  completeMultipart: (fn, { bucket }) => {
    bucket.allow(fn, 'file', 'PutObject', 'ListMultipartUploadParts', 'GetObject');
    bucket.allowExistenceCheck(fn);
  },
  abortMultipart: (fn, { bucket }) => bucket.allow(fn, 'file', 'AbortMultipartUpload'),
};
