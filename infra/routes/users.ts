import type { CapabilityGrants } from './grants.ts';

export const users: CapabilityGrants<'users'> = {
  get: (fn, { table }) => table.allow(fn, 'BatchGetItem'),
  batch: (fn, { table }) => table.allow(fn, 'BatchGetItem'),
};
