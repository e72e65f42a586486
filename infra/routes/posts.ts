import type { CapabilityGrants } from './grants.ts';

/** The permissions of the endpoints for posts and comments. `Grant` in `grants.ts` lists the methods. */
export const posts: CapabilityGrants<'posts'> = {
  list: (fn, { table, bucket, cursorSecret }) => {
    table.allow(fn, { USER: ['GetItem', 'BatchGetItem'], POST: ['BatchGetItem'] });
    table.allowQuery(fn, { ByDepth: ['POST'], ByOwner: ['POST'] });
    bucket.allow(fn, 'post', 'GetObject');
    cursorSecret.allow(fn);
  },

  listOfMember: (fn, { table, bucket, cursorSecret }) => {
    table.allow(fn, { USER: ['GetItem', 'BatchGetItem'], POST: ['BatchGetItem'] });
    table.allowQuery(fn, { ByOwner: ['POST'] });
    bucket.allow(fn, 'post', 'GetObject');
    cursorSecret.allow(fn);
  },

  create: (fn, { table, bucket, members }) => {
    table.allow(fn, {
      USER: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'],
      POST: ['BatchGetItem', 'PutItem'],
      // Deletes the reservation of the post's picture.
      CONDUCT: ['DeleteItem'],
    });
    members.allowReadingMembers(fn);
    bucket.allow(fn, 'post', 'GetObject', 'PutObject', 'DeleteObject');
    bucket.allowReadingScans(fn, 'post');
    bucket.allowExistenceCheck(fn);
  },

  delete: (fn, { table }) => {
    table.allow(fn, { USER: ['GetItem', 'UpdateItem'], POST: ['GetItem', 'UpdateItem'] });
  },

  like: (fn, { table }) => table.allow(fn, { USER: ['GetItem', 'PutItem'], POST: ['GetItem', 'UpdateItem'] }),
  unlike: (fn, { table }) => table.allow(fn, { USER: ['GetItem', 'DeleteItem'], POST: ['GetItem', 'UpdateItem'] }),

  listComments: (fn, { table, cursorSecret }) => {
    table.allow(fn, { USER: ['GetItem', 'BatchGetItem'], POST: ['GetItem', 'Query'] });
    cursorSecret.allow(fn);
  },

  addComment: (fn, { table, members }) => {
    table.allow(fn, { USER: ['GetItem', 'PutItem'], POST: ['GetItem', 'PutItem', 'UpdateItem'] });
    members.allowReadingMembers(fn);
  },

  deleteComment: (fn, { table }) =>
    table.allow(fn, { USER: ['GetItem'], POST: ['GetItem', 'UpdateItem', 'DeleteItem', 'Query'] }),
};
