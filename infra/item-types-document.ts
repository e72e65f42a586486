import {
  ITEM_TYPES,
  type ItemType,
  type ItemTypeName,
  PENDING_PURGE,
  type PurgeRule,
} from '../lambdas/table/item-types.ts';
import { replaceSection } from './document-section.ts';

/** What an item of each type holds, for docs/access-patterns.md. A new item type needs a line here. */
const DESCRIPTIONS: Readonly<Record<ItemTypeName, string>> = {
  profile: "A member's profile, or the tombstone of a deleted account",
  ledgerEntry: 'One change of depth. Entries of payments stay',
  heldCopy:
    'A file of the member by its checksum, or by that before its bytes were replaced. Another file with these bytes earns nothing',
  following: 'The member follows another',
  follower: 'Another member follows this one',
  like: 'The member likes a file or a post',
  idempotencyKey: 'The result of a request that a client may repeat. Expires after one day',
  paymentOrder: 'A PayPal order of the member. Expires after two years',
  inboxRow: "One participant's row of a conversation",
  memberSocket: 'An open WebSocket, by member',
  socket: 'An open WebSocket, by connection. Deleted with the member socket',
  ticket: 'A ticket that opens one WebSocket. Expires after one minute',
  file: 'A shared file',
  post: 'A post',
  comment: 'A comment on a post',
  message: 'A message. Purged when both participants have left',
  sentMessage: 'The message stored under a client message ID. Expires after one week',
  credentials: "Digests of a member's recovery codes, and an email that isn't confirmed yet",
  callCount: 'Requests of a member within one minute. Expires one minute later',
  frameCount: 'WebSocket frames of a member within one minute. Expires one minute later',
  conductCount:
    'What a member has done within one minute, hour, or day, by limit; the last mail to an address that was registered again; the attempts to redeem codes that were emailed to it; or the socket that a member opened last. Expires',
  uploadReservation:
    'The bytes that an upload in parts may store, with its ID at S3, or the picture of a post that is being written. Expires after 30 days',
  jobProgress: 'The position that a scheduled job or a migration continues from',
  schemaVersion: 'The number of the last migration of the whole table',
  jobSegment: 'The progress of one part of a job, and the lease of the worker that does it',
  unclaimedPayment: 'A payment that could not be credited',
};

const PURGE_DESCRIPTIONS: Readonly<Record<PurgeRule, string>> = {
  'replaced-by-tombstone': 'replaced by a tombstone that expires',
  'by-owner': 'purged, found by owner',
  'member-row': 'purged, with its counterpart',
  'with-parent': 'purged with its parent',
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
      return `| ${name} | ${keys} | ${formatIndexes(type)} | ${PURGE_DESCRIPTIONS[type.purge]} | ${DESCRIPTIONS[name]} |`;
    }),
  ];
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
