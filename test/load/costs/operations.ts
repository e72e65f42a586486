/** An action of members, and the resources that it needs in both systems, except table units. */
export interface Operation {
  /** The name of its row in docs/access-patterns.md#actions, which has its table units. */
  readonly name: string;
  /** Requests to the API. */
  readonly http?: number;
  /** Requests to CloudFront for pages and pictures. */
  readonly assets?: number;
  /** Function calls, with their usual duration in milliseconds. */
  readonly functions: readonly [count: number, milliseconds: number];
  /** WebSocket frames, in both directions. */
  readonly frames?: number;
  /** Kilobytes sent to the member, compressed. Headers are added. */
  readonly kilobytes?: number;
  /** Uploads to the bucket. */
  readonly puts?: number;
  /** Downloads from the bucket. */
  readonly gets?: number;
  /** Kilobytes that stay in the table and its indexes, averaged over a year. */
  readonly storedKilobytes?: number;
  /** Documents that a client of a document store reads and writes for the same action, including access rules. */
  readonly documents: readonly [read: number, write: number];
  /** Kilobytes of files that a document store's hosting sends. */
  readonly hostedKilobytes?: number;
  /** Calls of server functions that the document store needs for the action, of 200 ms each. */
  readonly serverCalls?: number;
  /** Number of times per member in a month of light, regular, and heavy use. */
  readonly monthly: readonly [light: number, regular: number, heavy: number];
}

/** Minutes with an open page per member and month, of light, regular, and heavy use. */
export const OPEN_MINUTES = [120, 900, 5000] as const;

/** Minutes between two refetches of a page in use. Pages that aren't used don't refetch. See ADR 36. */
export const REFETCH_MINUTES = 1.5;

/*
 * Documents of the document store. A list reads one document per row, one per author, and one for each row that the
 * viewer likes (half of them) or may follow. Access rules read the caller's profile once per query, and once per write
 * together with the item that is written to. Each write that has a limit also writes a count, because rules can't
 * count. Clients listen to every document on screen, so each change of such a document costs one read.
 */
export const OPERATIONS: readonly Operation[] = [
  {
    name: 'Opening the app',
    http: 2,
    // The page, its settings, and a share of the scripts: browsers keep scripts until the next release.
    assets: 3,
    functions: [4, 40],
    kilobytes: 20,
    // Unread conversations, and the member's profile.
    documents: [4, 0],
    hostedKilobytes: 20,
    monthly: [8, 40, 150],
  },
  {
    name: 'Dashboard',
    http: 1,
    functions: [1, 60],
    kilobytes: 2.7,
    // The member's profile, three queries, 5 posts, 5 files, 5 members nearby, 10 authors, 5 likes, 5 follows.
    documents: [39, 0],
    monthly: [8, 40, 150],
  },
  {
    name: 'Refetch of a screen',
    http: 1,
    functions: [1, 50],
    kilobytes: 2,
    // About one of the shown documents changes.
    documents: [1, 0],
    // A page refetches once in 90 seconds of use.
    monthly: [20, 100, 467],
  },
  {
    name: 'Page of 20 files',
    http: 1,
    functions: [1, 80],
    kilobytes: 3.8,
    documents: [51, 0],
    monthly: [4, 30, 200],
  },
  { name: 'Page of 10 posts', http: 1, functions: [1, 50], kilobytes: 1.2, documents: [31, 0], monthly: [4, 30, 200] },
  { name: 'Page of 10 members', http: 1, functions: [1, 35], kilobytes: 0.7, documents: [21, 0], monthly: [2, 10, 50] },
  {
    name: 'Profile with posts and files',
    http: 3,
    functions: [3, 30],
    kilobytes: 3,
    // The profile and the follow, two queries, 5 posts, 5 files, 5 likes.
    documents: [19, 0],
    monthly: [4, 20, 100],
  },
  { name: 'Like', http: 1, functions: [1, 35], storedKilobytes: 0.3, documents: [2, 3], monthly: [5, 40, 300] },
  { name: 'Follow', http: 1, functions: [1, 35], storedKilobytes: 0.6, documents: [2, 4], monthly: [1, 5, 20] },
  { name: 'Post', http: 1, functions: [1, 35], storedKilobytes: 1.9, documents: [1, 2], monthly: [1, 5, 30] },
  { name: 'Comment', http: 1, functions: [1, 40], storedKilobytes: 0.8, documents: [2, 3], monthly: [1, 10, 60] },
  {
    name: 'Upload',
    http: 3,
    // The change feed makes two of the calls: one counts the member by depth, one sends the new depth to their pages.
    functions: [6, 50],
    puts: 1,
    storedKilobytes: 3,
    // The file, its ledger entry, the profile, the copy, and the count of uploads, in two server functions.
    documents: [5, 5],
    serverCalls: 2,
    monthly: [1, 5, 30],
  },
  {
    name: 'Opening a file',
    http: 1,
    functions: [1, 35],
    gets: 1,
    kilobytes: 1.3,
    documents: [2, 1],
    monthly: [4, 30, 200],
  },
  {
    name: 'Opening a conversation',
    http: 1,
    functions: [1, 35],
    kilobytes: 1.3,
    documents: [32, 0],
    monthly: [4, 30, 150],
  },
  {
    name: 'Message',
    functions: [1, 60],
    // One from the sender, one to the recipient, and one back to the sender.
    frames: 3,
    storedKilobytes: 0.6,
    // Writes: the message, both inbox rows, and the count. Reads: rules read two profiles and a row, and both members'
    // listeners read the message and their row.
    documents: [7, 4],
    monthly: [10, 100, 800],
  },
  {
    name: 'Typing hint',
    functions: [1, 30],
    frames: 2,
    // The client sets and clears a document, and the partner listens to it.
    documents: [2, 2],
    monthly: [20, 200, 1600],
  },
  {
    // One report covers two messages on average.
    name: 'Read report',
    functions: [1, 40],
    frames: 3,
    documents: [2, 1],
    monthly: [5, 50, 400],
  },
  { name: 'Ping', functions: [1, 20], frames: 2, documents: [0, 0], monthly: [12, 80, 400] },
  {
    name: 'Payment',
    http: 3,
    functions: [5, 60],
    storedKilobytes: 1,
    documents: [2, 4],
    serverCalls: 3,
    monthly: [0, 0.1, 0.5],
  },
];
