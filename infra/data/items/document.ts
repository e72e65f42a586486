import type { ItemType, PurgeRule } from '../../../lambdas/table/item-type.ts';
import { ITEM_TYPES, type ItemTypeName, PENDING_PURGE } from '../../../lambdas/table/item-types.ts';
import { replaceSection } from '../../document-section.ts';
import { ITEM_DEFINITIONS } from './definitions.ts';

const PURGE_DESCRIPTIONS: Readonly<Record<Exclude<PurgeRule, 'with-parent'>, string>> = {
  'replaced-by-tombstone': 'replaced by a tombstone that expires',
  'by-owner': 'purged, found by owner',
  'member-row': 'purged',
  'member-row-step': 'purged, with its counterpart',
  expires: 'expires',
  retained: 'stays',
};

/** Returns docs/access-patterns.md with the table of item types. */
export function insertItemTypes(document: string): string {
  return replaceSection(document, 'item types', formatRows().join('\n'));
}

function formatRows(): string[] {
  return [
    '| Item | pk | sk | Index partitions | When the account is deleted | Content |',
    '|---|---|---|---|---|---|',
    ...(Object.keys(ITEM_TYPES) as ItemTypeName[]).map((name) => {
      const type: ItemType = ITEM_TYPES[name];
      const keys = `${formatKey(type.partition, type.partitionId)} | ${formatKey(type.sort, type.sortId)}`;
      return `| ${name} | ${keys} | ${formatIndexes(type)} | ${formatPurge(type)} | ${describe(name, type)} |`;
    }),
  ];
}

function describe(name: ItemTypeName, { expires }: ItemType): string {
  const { description } = ITEM_DEFINITIONS[name];
  return expires ? `${description}. Expires ${expires}` : description;
}

function formatPurge(type: ItemType): string {
  return type.purge === 'with-parent' ? `purged with \`${type.parent}\`` : PURGE_DESCRIPTIONS[type.purge];
}

function formatIndexes({ partition, sort, listed, owner }: ItemType): string {
  const indexes = [
    listed === 'by-depth' && `ByDepth ${formatKey(partition, 'shard')}`,
    listed === 'by-depth' && `ByText, ByNumber ${formatKey(partition, 'band#shard')}`,
    partition === 'FILE' && `ByTypeText, ByTypeNumber ${formatKey(partition, 'band#shard#type')}`,
    listed === 'by-member' && `ByText ${formatKey(sort, 'userId')}`,
    owner && `ByOwner ${formatKey(owner, owner === PENDING_PURGE ? undefined : 'userId')}`,
  ];
  return indexes.filter(Boolean).join('; ') || '–';
}

function formatKey(prefix: string, id: string | undefined): string {
  return `\`${[prefix, id && `{${id}}`].filter(Boolean).join('#')}\``;
}
