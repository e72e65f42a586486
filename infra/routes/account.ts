import type { CapabilityGrants } from './grants.ts';

export const account: CapabilityGrants<'account'> = {
  me: (fn, { table, members }) => {
    table.allow(fn, 'GetItem', 'PutItem');
    members.allowReadingMembers(fn);
  },
};
