import {
  ITEM_TYPES,
  type ItemType,
  type ItemTypeName,
  PENDING_REMOVAL,
  type PurgeRule,
} from '../lambdas/table/item-types.ts';

/** What an item of each type is. */
const HOLDS: Readonly<Record<ItemTypeName, string>> = {
  profile: "A member's profile, or the mark of a deleted account",
  ledgerEntry: 'One change of depth. Entries of payments are retained',
  following: 'The member follows another',
  follower: 'Another member follows this one',
  like: 'The member likes a file or a post',
  idempotencyKey: 'The result of a request that a client may repeat. Expires after one day',
  paymentOrder: 'A PayPal order of the member. Expires after two years',
  inboxRow: "One participant's row of a conversation",
  memberSocket: 'An open WebSocket, by member',
  socket: 'An open WebSocket, by connection. Removed with the member socket',
  ticket: 'A ticket that opens one WebSocket. Expires after a minute',
  file: 'A shared file',
  post: 'A post',
  comment: 'A comment on a post',
  message: 'A message. Removed when both participants have left',
  sentMessage: "A message's id by its client's id. Expires after a week",
  callCount: 'Calls of a member within one minute. Expires a minute later',
  jobProgress: 'How far a scheduled job has come',
  unclaimedPayment: 'A payment that no member could be credited with',
};

const PURGE: Readonly<Record<PurgeRule, string>> = {
  'replaced-by-mark': 'replaced by a mark that expires',
  'by-owner': 'removed by the purge job, found by owner',
  'member-row': 'removed by the purge job, with its counterpart',
  'with-parent': 'removed with its parent',
  expires: 'expires',
  retained: 'retained',
};

const START = '<!-- item types: written by `npm run item-types` -->';
const END = '<!-- /item types -->';

/**
 * Writes the table of item types into a document, between its markers.
 *
 * @throws Error if the document lacks the markers
 */
export function withItemTypes(document: string): string {
  const [before, rest] = document.split(START, 2);
  const after = rest?.split(END, 2)[1];
  if (before === undefined || after === undefined) throw new Error(`The document lacks "${START}" or "${END}".`);
  return [before, START, '\n\n', ...rows().map((row) => `${row}\n`), '\n', END, after].join('');
}

function rows(): string[] {
  return [
    '| Item | pk | sk | Partitions of indexes | When an account is deleted | What it is |',
    '|---|---|---|---|---|---|',
    ...(Object.keys(ITEM_TYPES) as ItemTypeName[]).map((name) => {
      const type: ItemType = ITEM_TYPES[name];
      const keys = `${pattern(type.partition, type.partitionId)} | ${pattern(type.sort, type.sortId)}`;
      return `| ${name} | ${keys} | ${indexesOf(type)} | ${PURGE[type.purge]} | ${HOLDS[name]} |`;
    }),
  ];
}

function indexesOf({ partition, sort, listed, owner }: ItemType): string {
  const indexes = [
    listed === 'by-depth' && `ByDepth ${pattern(partition, 'shard')}`,
    listed === 'by-depth' && `ByText, ByNumber ${pattern(partition, 'band#shard')}`,
    listed === 'by-member' && `ByText ${pattern(sort, 'userId')}`,
    owner && `ByOwner ${pattern(owner, owner === PENDING_REMOVAL ? undefined : 'userId')}`,
  ];
  return indexes.filter(Boolean).join('; ') || '–';
}

function pattern(prefix: string, id: string | undefined): string {
  return `\`${[prefix, id && `{${id}}`].filter(Boolean).join('#')}\``;
}
