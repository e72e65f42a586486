import { typeListOf } from '../../../lambdas/table/keys.ts';
import { buildFileSearchText, buildSearchText } from '../../../lambdas/table/search-words.ts';
import { usernameOrder } from '../../../lambdas/table/username-order.ts';
import type { Attributes, Migration } from './migration.ts';

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
  {
    number: 3,
    title: 'find files, members, and posts by the beginnings of words',
    types: ['file', 'profile', 'post'],
    reads: ['fileName', 'description', 'username', 'bio', 'content', 'searchText'],
    convert: ({ searchText, ...texts }) => {
      const expectedText = buildExpectedSearchText(texts);
      const isConverted = expectedText === undefined || expectedText === searchText;
      return isConverted ? undefined : { set: { searchText: expectedText } };
    },
  },
];

/** Returns the search text of an item; undefined if the item is a deleted member or post, which has no texts. */
function buildExpectedSearchText({ fileName, description, username, bio, content }: Attributes): string | undefined {
  if (fileName !== undefined) return buildFileSearchText({ fileName: `${fileName}`, description: `${description}` });
  if (username !== undefined) return buildSearchText(`${username}`, `${bio}`);
  if (content !== undefined) return buildSearchText(`${content}`);
  return undefined;
}
