import type { CapabilityGrants } from './grants.ts';
import { allowSendingToMembers } from './send-to-members.ts';

export const account: CapabilityGrants<'account'> = {
  me: (fn, { table, members }) => {
    table.allow(fn, { USER: ['GetItem', 'PutItem'] });
    members.allowReadingMembers(fn);
  },
  dashboard: (fn, { table, bucket, members }) => {
    table.allow(fn, {
      USER: ['GetItem', 'BatchGetItem', 'PutItem', 'Query'],
      FILE: ['BatchGetItem'],
      POST: ['BatchGetItem'],
    });
    table.allowQuery(fn, { ByDepth: ['USER', 'FILE', 'POST'], ByOwner: ['POST'] });
    members.allowReadingMembers(fn);
    bucket.allow(fn, 'file', 'GetObject');
    bucket.allow(fn, 'post', 'GetObject');
  },
  updateProfile: (fn, { table, members }) => {
    table.allow(fn, { USER: ['GetItem', 'PutItem', 'UpdateItem'] });
    members.allowReadingMembers(fn);
  },
  updatePhoto: (fn, { table, bucket, members }) => {
    table.allow(fn, { USER: ['GetItem', 'PutItem', 'UpdateItem'] });
    members.allowReadingMembers(fn);
    bucket.allow(fn, 'avatar', 'GetObject', 'DeleteObject');
    bucket.allowExistenceCheck(fn);
  },
  testContribution: (fn, resources) => {
    resources.table.allow(fn, { USER: ['GetItem', 'PutItem', 'UpdateItem'] });
    allowSendingToMembers(fn, resources);
    resources.members.allowReadingMembers(fn);
  },
  depthLog: (fn, { table, cursorSecret }) => {
    table.allow(fn, { USER: ['GetItem', 'BatchGetItem'] });
    table.allowQuery(fn, { ByOwner: ['LEDGER'] });
    cursorSecret.allow(fn);
  },
  deleteAccount: (fn, { table, members, purgeJob }) => {
    table.allow(fn, { USER: ['PutItem'] });
    members.allowRemovingMembers(fn);
    purgeJob.allowStarting(fn);
  },
};
