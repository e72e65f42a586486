import type { CapabilityGrants } from './grants.ts';

/** The permissions of the endpoints for files. `Grant` in `grants.ts` lists the methods. */
export const files: CapabilityGrants<'files'> = {
  upload: (fn, { bucket, table, members }) => {
    // Stores the reservation of a post's picture under CONDUCT.
    table.allow(fn, { USER: ['GetItem', 'PutItem'], CONDUCT: ['PutItem'] });
    members.allowReadingMembers(fn);
    bucket.allow(fn, 'file', 'PutObject');
    bucket.allow(fn, 'photo', 'PutObject');
    bucket.allow(fn, 'post', 'PutObject');
    bucket.allow(fn, 'poster', 'PutObject');
  },

  findCopy: (fn, { table }) => table.allow(fn, { USER: ['GetItem', 'Query'] }),

  saveMetadata: (fn, { table, bucket, renditionSecret }) => {
    table.allow(fn, {
      USER: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'Query'],
      FILE: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      CONDUCT: ['GetItem', 'UpdateItem'],
    });
    bucket.allow(fn, 'file', 'GetObject');
    bucket.allowDeletingFiles(fn);
    bucket.allowReadingScans(fn, 'file');
    bucket.allowExistenceCheck(fn);
    renditionSecret.allow(fn);
  },

  list: (fn, { table, bucket, cursorSecret, renditionSecret }) => {
    table.allow(fn, { USER: ['GetItem', 'BatchGetItem'], FILE: ['BatchGetItem'] });
    table.allowQuery(fn, {
      ByText: ['FILE'],
      ByNumber: ['FILE'],
      ByTypeText: ['FILE'],
      ByTypeNumber: ['FILE'],
      // The queue of the purge job, REMOVAL, shows which uploaders have deleted their accounts.
      ByOwner: ['FILE', 'REMOVAL'],
    });
    bucket.allow(fn, 'file', 'GetObject');
    cursorSecret.allow(fn);
    renditionSecret.allow(fn);
  },

  listOfMember: (fn, { table, bucket, cursorSecret, renditionSecret }) => {
    table.allow(fn, { USER: ['GetItem', 'BatchGetItem'], FILE: ['BatchGetItem'] });
    table.allowQuery(fn, { ByOwner: ['FILE'] });
    bucket.allow(fn, 'file', 'GetObject');
    cursorSecret.allow(fn);
    renditionSecret.allow(fn);
  },

  like: (fn, { table }) =>
    table.allow(fn, { USER: ['GetItem', 'PutItem', 'DeleteItem'], FILE: ['GetItem', 'UpdateItem'] }),

  view: (fn, { table, bucket }) => {
    table.allow(fn, { USER: ['GetItem'], FILE: ['GetItem', 'UpdateItem'] });
    bucket.allow(fn, 'file', 'GetObject');
  },

  edit: (fn, { table, bucket, renditionSecret }) => {
    table.allow(fn, { USER: ['GetItem', 'BatchGetItem'], FILE: ['GetItem', 'UpdateItem'] });
    bucket.allow(fn, 'file', 'GetObject');
    renditionSecret.allow(fn);
  },

  delete: (fn, { table, bucket }) => {
    table.allow(fn, { USER: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'], FILE: ['GetItem', 'DeleteItem'] });
    bucket.allowDeletingFiles(fn);
  },

  startMultipart: (fn, { table, bucket, members }) => {
    table.allow(fn, { USER: ['GetItem', 'PutItem'], CONDUCT: ['PutItem', 'UpdateItem'] });
    members.allowReadingMembers(fn);
    bucket.allow(fn, 'file', 'PutObject');
  },

  signParts: (fn, { table, bucket }) => {
    table.allow(fn, { USER: ['GetItem'], CONDUCT: ['GetItem'] });
    bucket.allow(fn, 'file', 'PutObject');
  },

  listParts: (fn, { table, bucket }) => {
    table.allow(fn, { USER: ['GetItem'] });
    bucket.allow(fn, 'file', 'ListMultipartUploadParts');
  },

  completeMultipart: (fn, { table, bucket }) => {
    table.allow(fn, { USER: ['GetItem'] });
    bucket.allow(fn, 'file', 'PutObject', 'ListMultipartUploadParts', 'GetObject');
    bucket.allowExistenceCheck(fn);
  },

  abortMultipart: (fn, { table, bucket }) => {
    table.allow(fn, { USER: ['GetItem'], CONDUCT: ['DeleteItem'] });
    bucket.allow(fn, 'file', 'AbortMultipartUpload');
  },
};
