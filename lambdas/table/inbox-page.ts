/*
 * The list of a member's conversations, and its unread count. The rows are those of `inbox.ts`.
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { table, tableName } from './client.ts';
import type { DepthPosition } from './depth-query.ts';
import { getInboxRows, INBOX_PERIOD_MS, type InboxRow, inboxPeriod } from './inbox.ts';
import { type ItemKey, sortIdOf } from './item-types.ts';
import { inboxKey, inboxListPartition } from './keys.ts';

/** Maximum number of conversations, newest first, that the unread count covers. */
const MAX_COUNTED_CONVERSATIONS = 1000;

/**
 * Reads one page of a member's conversations, latest first. `unread` is the page's unread count according to the index.
 *
 * The index has only periods, so this reads all rows of the periods that the page overlaps.
 */
export async function readInbox(
  userId: string,
  limit: number,
  from?: DepthPosition,
): Promise<{ rows: InboxRow[]; unread: number; next: DepthPosition | null }> {
  const position = parsePosition(from);
  const entries = await readPeriods(userId, limit, position?.timestamp);
  const storedRows = await getInboxRows(
    userId,
    entries.map((entry) => sortIdOf('inboxRow', entry)),
  );

  const candidates = [...storedRows.values()]
    .filter((row) => !position || compareLatestFirst(positionOf(row), position) > 0)
    .sort((a, b) => compareLatestFirst(positionOf(a), positionOf(b)));
  const rows = candidates.slice(0, limit);
  const lastRow = candidates.length > limit ? rows.at(-1) : undefined;

  // Includes entries whose rows were deleted concurrently. The caller subtracts the counts of these entries from the
  // index's total and adds the counts of the rows, so deleted rows don't count.
  const countedEntries = entries.filter((entry) => {
    const row = storedRows.get(sortIdOf('inboxRow', entry));
    return !row || rows.includes(row);
  });

  return {
    rows,
    unread: countedEntries.reduce((sum, { unreadCount = 0 }) => sum + unreadCount, 0),
    next: lastRow ? buildPosition(lastRow) : null,
  };
}

/** The position of a row in the order of conversations. */
interface InboxPosition {
  readonly timestamp: string;
  readonly partnerId: string;
}

function parsePosition(from: DepthPosition | undefined): InboxPosition | undefined {
  if (!from?.after) return undefined;

  const [timestamp, , sk] = from.after;
  return { timestamp: String(timestamp), partnerId: sortIdOf('inboxRow', { sk }) };
}

function buildPosition({ userId, otherId, lastMessage }: InboxRow): DepthPosition {
  const { pk, sk } = inboxKey(userId, otherId);
  return { after: [lastMessage.timestamp, pk, sk] };
}

function positionOf({ lastMessage: { timestamp }, otherId: partnerId }: InboxRow): InboxPosition {
  return { timestamp, partnerId };
}

function compareLatestFirst(a: InboxPosition, b: InboxPosition): number {
  const keyA = `${a.timestamp}#${a.partnerId}`;
  const keyB = `${b.timestamp}#${b.partnerId}`;
  if (keyA === keyB) return 0;
  return keyA > keyB ? -1 : 1;
}

/** The attributes of an inbox row that the index contains. */
type InboxEntry = ItemKey & { readonly textOrder: string; readonly unreadCount?: number };

/**
 * Reads index entries of whole periods, latest first, until they include the rows of one page and one further row.
 *
 * @param upTo - the time of the last row of the previous page; entries of later periods are omitted
 */
async function readPeriods(userId: string, limit: number, upTo?: string): Promise<InboxEntry[]> {
  const query = buildInboxQuery(userId);
  const firstPeriod = upTo === undefined ? undefined : inboxPeriod(upTo);
  const endOfFirstPeriod = firstPeriod && new Date(Date.parse(firstPeriod) + INBOX_PERIOD_MS).toISOString();
  const entries: InboxEntry[] = [];
  const findFirstOfNextPage = () => {
    // Rows of the first period don't count, because the previous pages may have returned any of them.
    const countedEntries = entries.filter(({ textOrder }) => firstPeriod === undefined || textOrder < firstPeriod);
    return countedEntries[limit];
  };
  let lastKey: Record<string, unknown> | undefined;

  do {
    const { Items = [], LastEvaluatedKey } = await table.send(
      new QueryCommand({
        ...query,
        ...(endOfFirstPeriod && {
          KeyConditionExpression: `${query.KeyConditionExpression} AND textOrder < :end`,
          ExpressionAttributeValues: { ...query.ExpressionAttributeValues, ':end': endOfFirstPeriod },
        }),
        ScanIndexForward: false,
        // Two extra entries show in most cases whether another page follows, and whether its period ends.
        Limit: entries.length === 0 ? limit + 2 : MAX_COUNTED_CONVERSATIONS,
        ExclusiveStartKey: lastKey,
      }),
    );

    entries.push(...(Items as InboxEntry[]));
    lastKey = LastEvaluatedKey;
  } while (lastKey && !isInEarlierPeriod(entries.at(-1), findFirstOfNextPage()));

  return entries;
}

/** Returns whether the period of the first entry is before that of the second. */
function isInEarlierPeriod(first: InboxEntry | undefined, second: InboxEntry | undefined): boolean {
  return first !== undefined && second !== undefined && inboxPeriod(first.textOrder) < inboxPeriod(second.textOrder);
}

/** Counts the unread conversations among the newest conversations of a member. */
export async function countUnread(userId: string): Promise<number> {
  const query = buildInboxQuery(userId);
  const { Count = 0 } = await table.send(
    new QueryCommand({
      ...query,
      FilterExpression: 'unreadCount > :none',
      ExpressionAttributeValues: { ...query.ExpressionAttributeValues, ':none': 0 },
      ScanIndexForward: false,
      Limit: MAX_COUNTED_CONVERSATIONS,
      Select: 'COUNT',
    }),
  );

  return Count;
}

/** Builds the query of a member's list in the index. */
function buildInboxQuery(userId: string) {
  return {
    TableName: tableName(),
    IndexName: 'ByText',
    KeyConditionExpression: '#list = :list',
    ExpressionAttributeNames: { '#list': 'list' },
    ExpressionAttributeValues: { ':list': inboxListPartition(userId) },
  };
}
