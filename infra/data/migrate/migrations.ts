import { typeListOf } from '../../../lambdas/table/keys.ts';
import { usernameOrder } from '../../../lambdas/table/username-order.ts';
import type { Migration } from './migration.ts';

/**
 * All migrations, in order: the first has the number 1. Never change or remove one that has run on a stage.
 */
export const MIGRATIONS: readonly Migration[] = [
  {
    number: 1,
    title: 'list files by type',
    types: ['file'],
    reads: ['list', 'contentType', 'typeList'],
    convert: ({ list, contentType, typeList }) => {
      const expectedTypeList = typeListOf(String(list), String(contentType));
      const isConverted = expectedTypeList === undefined || expectedTypeList === typeList;
      return isConverted ? undefined : { set: { typeList: expectedTypeList } };
    },
  },
  {
    number: 2,
    title: 'sort members by name without accents',
    types: ['profile'],
    reads: ['username', 'textOrder'],
    convert: ({ username, textOrder }) => {
      // The tombstone of a deleted account has no username.
      if (username === undefined) return undefined;

      const expectedOrder = usernameOrder(String(username));
      return textOrder === expectedOrder ? undefined : { set: { textOrder: expectedOrder } };
    },
  },
];
