/** Tests of the keys of the single table: items of different types never share a key or a prefix. */
import { describe, expect, it } from 'vitest';
import type { ItemType } from './item-type.ts';
import {
  ITEM_TYPES,
  type ItemKey,
  itemKey,
  mainTypeOf,
  PENDING_PURGE,
  partitionIdOf,
  SINGLE_PARTITIONS,
  sortIdOf,
  sortPrefix,
} from './item-types.ts';
import {
  callCountKey,
  commentKey,
  connectionKey,
  conversationId,
  depthListPartition,
  fileKey,
  followKeys,
  idempotencyKey,
  inboxKey,
  inboxListPartition,
  jobKey,
  lastSocketKey,
  ledgerKey,
  likeKey,
  listAttributes,
  listPartition,
  messageKey,
  ownerPartition,
  paymentOrderKey,
  postKey,
  profileKey,
  sentMessageKey,
  socketKeys,
  ticketKey,
  unclaimedPaymentKey,
} from './keys.ts';
import { INDEXES, TABLE_KEYS } from './schema.ts';

describe('keys', () => {
  // A partition key and a sort key, with a space in between. A change of a format needs a migration.
  it.each<[storedKey: string, key: ItemKey]>([
    ['USER#ada PROFILE', profileKey('ada')],
    ['USER#ada LEDGER#upload#files/a#1', ledgerKey('ada', 'upload', 'files/a#1')],
    ['FILE#1MmsA1yr5BIGQ3jz5rMPED FILE', fileKey('files/ada/1/a.txt')],
    ['POST#P POST', postKey('P')],
    ['POST#P COMMENT#C', commentKey('P', 'C')],
    ['USER#ada LIKE#POST#P', likeKey('ada', postKey('P'))],
    ['USER#ada FOLLOWING#ben', followKeys('ada', 'ben')[0]],
    ['USER#ben FOLLOWER#ada', followKeys('ada', 'ben')[1]],
    ['USER#ada IDEMPOTENCY#POST#once', idempotencyKey('ada', 'POST', 'once')],
    ['USER#ada ORDER#O', paymentOrderKey('ada', 'O')],
    ['UNCLAIMED stripe#pi_1', unclaimedPaymentKey('stripe', 'pi_1')],
    ['USER#ada INBOX#ben', inboxKey('ada', 'ben')],
    ['CHAT#ada_ben MESSAGE#M', messageKey('ada_ben', 'M')],
    ['CHAT#ada_ben SENT#ada#c1', sentMessageKey('ada_ben', 'ada', 'c1')],
    ['USER#ada SOCKET#S', socketKeys('ada', 'S')[0]],
    ['SOCKET#S SOCKET', socketKeys('ada', 'S')[1]],
    ['SOCKET#S SOCKET', connectionKey('S')],
    ['CONDUCT#ada COUNT#sockets', lastSocketKey('ada')],
    ['TICKET#47mKTaMaEn1L3m5DAz9muidMqw636xxw7EFAK_YnPdg TICKET', ticketKey('t')],
    ['JOB#audit PROGRESS', jobKey('audit')],
    ['CALLS#ada MINUTE#7', callCountKey('ada', 7)],
  ])('builds the key of stored items: %s', (storedKey, { pk, sk }) => {
    expect(`${pk} ${sk}`).toBe(storedKey);
  });

  it('builds the partitions of the lists', () => {
    expect(inboxListPartition('ada')).toBe('INBOX#ada');
    expect(listPartition('FILE', 2, 3)).toBe('FILE#2#3');
    expect(depthListPartition('FILE', 3)).toBe('FILE#3');
    expect(ownerPartition('COMMENT', 'ada')).toBe('COMMENT#ada');
    expect(listAttributes('USER', 'ada', 0, 1)).toEqual({ list: 'USER#0#0', depthList: 'USER#0' });

    const shardedLists = listAttributes('USER', 'ada', 0, 1000);
    expect(shardedLists.list).toMatch(/^USER#0#[1-9]/);
    expect(shardedLists.depthList).toBe(shardedLists.list.replace('#0#', '#'));
  });

  it('gives both participants the same conversation ID', () => {
    expect(conversationId('ben', 'ada')).toBe('ada_ben');
    expect(conversationId('ada', 'ben')).toBe('ada_ben');
  });
});

describe('item types', () => {
  it('gives item types different keys, so that no prefix finds items of another type', () => {
    const prefixes = Object.values(ITEM_TYPES).map(({ partition, sort }) => `${partition} ${sort}`);
    expect(new Set(prefixes).size).toBe(prefixes.length);
  });

  it('reads the item type and its IDs from a key', () => {
    expect(sortPrefix('comment')).toBe('COMMENT#');
    expect(sortIdOf('sentMessage', { sk: 'SENT#ada#c1' })).toBe('ada#c1');
    expect(partitionIdOf({ pk: 'USER#a#b' })).toBe('a#b');
    expect(mainTypeOf({ pk: 'USER#FILE' })).toBe('profile');
    expect(mainTypeOf({ pk: 'FILE#1' })).toBe('file');
    expect(mainTypeOf({ pk: 'POST#1' })).toBe('post');
    expect(mainTypeOf({ pk: 'CHAT#1' })).toBeUndefined();
    expect(itemKey('like', 'ada', 'POST#P')).toEqual({ pk: 'USER#ada', sk: 'LIKE#POST#P' });
  });

  it('keeps all items of a type without a partition ID in one partition', () => {
    expect(PENDING_PURGE).toBe('REMOVAL');
    expect(SINGLE_PARTITIONS).toEqual(expect.arrayContaining(['UNCLAIMED', 'REMOVAL']));
    for (const type of Object.values(ITEM_TYPES)) {
      expect(SINGLE_PARTITIONS.includes(type.partition), type.partition).toBe(!('partitionId' in type));
    }
  });

  // Stored items have these index attributes, so a change needs a migration. New types need no row.
  it('keeps the lists and owners of the stored items', () => {
    expect(ITEM_TYPES).toMatchObject({
      profile: { owner: 'REMOVAL', listed: 'by-depth' },
      ledgerEntry: { owner: 'LEDGER' },
      inboxRow: { listed: 'by-member' },
      file: { owner: 'FILE', listed: 'by-depth' },
      post: { owner: 'POST', listed: 'by-depth' },
      comment: { owner: 'COMMENT' },
    });
  });

  it('names an existing parent type if items are deleted with a parent', () => {
    const parents = Object.values<ItemType>(ITEM_TYPES).flatMap((type) =>
      type.purge === 'with-parent' ? type.parent : [],
    );
    expect(Object.keys(ITEM_TYPES)).toEqual(expect.arrayContaining(parents));
  });

  it('names an owner for each item type whose items the purge finds by owner', () => {
    const typesByOwner = Object.entries(ITEM_TYPES).filter(([, { purge }]) => purge === 'by-owner');
    const typesWithoutOwner = typesByOwner.filter(([, type]) => !('owner' in type) || type.owner === PENDING_PURGE);

    expect(typesWithoutOwner).toEqual([]);
  });
});

describe('schema', () => {
  // A change of an index replaces it on AWS. That takes hours, in which requests fail. New indexes need no row.
  it('keeps the deployed keys and indexes of the table', () => {
    expect(TABLE_KEYS).toEqual({ partition: 'pk', sort: 'sk', expiry: 'expiresAt' });

    expect(INDEXES).toMatchObject({
      ByDepth: {
        partition: 'depthList',
        sort: 'depthOrder',
        sortType: 'S',
        projected: ['searchText', 'contentType', 'owner'],
      },
      ByText: {
        partition: 'list',
        sort: 'textOrder',
        sortType: 'S',
        projected: ['searchText', 'contentType', 'owner', 'depthOrder', 'unreadCount'],
      },
      ByNumber: {
        partition: 'list',
        sort: 'numberOrder',
        sortType: 'N',
        projected: ['searchText', 'contentType', 'owner', 'depthOrder'],
      },
      ByTypeText: {
        partition: 'typeList',
        sort: 'textOrder',
        sortType: 'S',
        projected: ['searchText', 'contentType', 'owner', 'depthOrder'],
      },
      ByTypeNumber: {
        partition: 'typeList',
        sort: 'numberOrder',
        sortType: 'N',
        projected: ['searchText', 'contentType', 'owner', 'depthOrder'],
      },
      ByOwner: {
        partition: 'owner',
        sort: 'textOrder',
        sortType: 'S',
        projected: ['searchText', 'contentType', 'depthOrder', 'numberOrder'],
      },
    });
  });
});
