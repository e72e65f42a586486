import { describe, expect, it } from 'vitest';
import {
  ITEM_TYPES,
  type ItemType,
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

const key = (pk: string, sk: string) => ({ pk, sk });

describe('keys', () => {
  // Stored items have these keys, so a change of a format needs a migration.
  it.each([
    [profileKey('ada'), key('USER#ada', 'PROFILE')],
    [ledgerKey('ada', 'upload', 'files/a#1'), key('USER#ada', 'LEDGER#upload#files/a#1')],
    [fileKey('files/ada/1/a.txt'), key('FILE#1MmsA1yr5BIGQ3jz5rMPED', 'FILE')],
    [postKey('P'), key('POST#P', 'POST')],
    [commentKey('P', 'C'), key('POST#P', 'COMMENT#C')],
    [likeKey('ada', postKey('P')), key('USER#ada', 'LIKE#POST#P')],
    [followKeys('ada', 'ben')[0], key('USER#ada', 'FOLLOWING#ben')],
    [followKeys('ada', 'ben')[1], key('USER#ben', 'FOLLOWER#ada')],
    [idempotencyKey('ada', 'POST', 'once'), key('USER#ada', 'IDEMPOTENCY#POST#once')],
    [paymentOrderKey('ada', 'O'), key('USER#ada', 'ORDER#O')],
    [unclaimedPaymentKey('stripe', 'pi_1'), key('UNCLAIMED', 'stripe#pi_1')],
    [inboxKey('ada', 'ben'), key('USER#ada', 'INBOX#ben')],
    [messageKey('ada_ben', 'M'), key('CHAT#ada_ben', 'MESSAGE#M')],
    [sentMessageKey('ada_ben', 'ada', 'c1'), key('CHAT#ada_ben', 'SENT#ada#c1')],
    [socketKeys('ada', 'S')[0], key('USER#ada', 'SOCKET#S')],
    [socketKeys('ada', 'S')[1], key('SOCKET#S', 'SOCKET')],
    [connectionKey('S'), key('SOCKET#S', 'SOCKET')],
    [lastSocketKey('ada'), key('CONDUCT#ada', 'COUNT#sockets')],
    [ticketKey('t'), key('TICKET#47mKTaMaEn1L3m5DAz9muidMqw636xxw7EFAK_YnPdg', 'TICKET')],
    [jobKey('audit'), key('JOB#audit', 'PROGRESS')],
    [callCountKey('ada', 7), key('CALLS#ada', 'MINUTE#7')],
  ])('have the stored format (%#)', (actual, expected) => {
    expect(actual).toEqual(expected);
  });

  it('name the lists of items', () => {
    expect(inboxListPartition('ada')).toBe('INBOX#ada');
    expect(listPartition('FILE', 2, 3)).toBe('FILE#2#3');
    expect(depthListPartition('FILE', 3)).toBe('FILE#3');
    expect(ownerPartition('COMMENT', 'ada')).toBe('COMMENT#ada');
    expect(listAttributes('USER', 'ada', 0, 1)).toEqual({ list: 'USER#0#0', depthList: 'USER#0' });

    const sharded = listAttributes('USER', 'ada', 0, 1000);
    expect(sharded.list).toMatch(/^USER#0#[1-9]/);
    expect(sharded.depthList).toBe(sharded.list.replace('#0#', '#'));
  });

  it('give both participants the same conversation ID', () => {
    expect(conversationId('ben', 'ada')).toBe('ada_ben');
    expect(conversationId('ada', 'ben')).toBe('ada_ben');
  });
});

describe('item types', () => {
  it('have different keys, so that no prefix finds items of another type', () => {
    const prefixes = Object.values(ITEM_TYPES).map(({ partition, sort }) => `${partition} ${sort}`);
    expect(new Set(prefixes).size).toBe(prefixes.length);
  });

  it('can be read back from a key', () => {
    expect(sortPrefix('comment')).toBe('COMMENT#');
    expect(sortIdOf('sentMessage', { sk: 'SENT#ada#c1' })).toBe('ada#c1');
    expect(partitionIdOf({ pk: 'USER#a#b' })).toBe('a#b');
    expect(mainTypeOf({ pk: 'USER#FILE' })).toBe('profile');
    expect(mainTypeOf({ pk: 'FILE#1' })).toBe('file');
    expect(mainTypeOf({ pk: 'POST#1' })).toBe('post');
    expect(mainTypeOf({ pk: 'CHAT#1' })).toBeUndefined();
    expect(itemKey('like', 'ada', 'POST#P')).toEqual(key('USER#ada', 'LIKE#POST#P'));
  });

  it('share a single partition if they have no partition ID', () => {
    expect(PENDING_PURGE).toBe('REMOVAL');
    expect(SINGLE_PARTITIONS).toEqual(expect.arrayContaining(['UNCLAIMED', 'REMOVAL']));
    for (const type of Object.values(ITEM_TYPES)) {
      expect(SINGLE_PARTITIONS.includes(type.partition), type.partition).toBe(!('partitionId' in type));
    }
  });

  // Stored items have these index attributes, so a change needs a migration. New types need no row.
  it('are listed and owned by the partitions of stored items', () => {
    expect(ITEM_TYPES).toMatchObject({
      profile: { owner: 'REMOVAL', listed: 'by-depth' },
      ledgerEntry: { owner: 'LEDGER' },
      inboxRow: { listed: 'by-member' },
      file: { owner: 'FILE', listed: 'by-depth' },
      post: { owner: 'POST', listed: 'by-depth' },
      comment: { owner: 'COMMENT' },
    });
  });

  it('name the type with which their items are deleted', () => {
    const parents = Object.values<ItemType>(ITEM_TYPES).flatMap((type) =>
      type.purge === 'with-parent' ? type.parent : [],
    );
    expect(Object.keys(ITEM_TYPES)).toEqual(expect.arrayContaining(parents));
  });

  it('item types that the purge finds by owner have an owner', () => {
    const byOwner = Object.entries(ITEM_TYPES).filter(([, { purge }]) => purge === 'by-owner');
    expect(byOwner.filter(([, type]) => !('owner' in type) || type.owner === PENDING_PURGE)).toEqual([]);
  });
});

describe('schema', () => {
  // A change of an index replaces it on AWS, which takes hours and fails requests meanwhile. New indexes need no row.
  it('has the deployed keys and indexes', () => {
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
