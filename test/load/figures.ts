/** A measured figure with its budget. */
export interface Figure {
  /** The part of the benchmarks that records it. */
  readonly part: string;
  /** The description in the table of docs/benchmarks.md. `…` continues the description of the previous row. */
  readonly what: string;
  readonly unit: string;
  /** The budget. Figures without a budget are for information. */
  readonly budget?: { readonly atMost: number } | { readonly atLeast: number };
  /** The reason why the budget is missed. Required if it is missed, otherwise ignored. */
  readonly reason?: string;
}

/*
 * The fields that figures of one part share.
 */

/** DynamoDB's units of capacity: RCU for reads, WCU for writes. */
const rcu = (atMost: number) => ({ part: 'capacity', unit: 'RCU', budget: { atMost } });
const wcu = (atMost: number) => ({ part: 'capacity', unit: 'WCU', budget: { atMost } });

/** Sequential rounds of requests to the table. See rounds/observe-rounds.ts. */
const rounds = (atMost: number) => ({ part: 'rounds', unit: 'rounds', budget: { atMost } });

/** Processor time of our AWS clients divided by that of the plain SDK. */
const sdkRatio = { part: 'sdk', unit: '×', budget: { atMost: 0.6 } };

/** Why idle pages use more processor time than their budget. */
const WATER_REASON =
  'from 7.3 to 13.7 %, depending on the page and the speed of the machine that day; compositing without a graphics card takes half of it';

/** Processor time of an idle page with the animated ocean. */
const water = { part: 'water', unit: '% of a core', budget: { atMost: 8 }, reason: WATER_REASON };

/** Requests per second of a peer divided by ours. See peers/peers.ts. */
const directus = { part: 'peers', unit: '×', budget: { atMost: 1 } };
const parse = { part: 'peers', unit: '×', budget: { atMost: 2 } };

/** Why lists of files are slower than those of peers. */
const PAGE_REASON =
  "several signed requests to the table, checked against the function's role, and 20 presigned URLs; peers run one or two SQL queries";

/** Why the feed is slower than those of peers. */
const FEED_REASON =
  "several signed requests to the table, checked against the function's role; peers run one or two SQL queries";

/** Why the dashboard needs more rounds than its budget. */
const DASHBOARD_REASON = 'only the posts tell who wrote their newest comment';

/** Where the reasons of all other endpoints are. */
const OTHER_REASON = '[access patterns](access-patterns.md#rounds) state a reason per endpoint';

/** A score of Lighthouse, from 0 to 100. */
const lighthouse = (atLeast: number) => ({ part: 'lighthouse', unit: '', budget: { atLeast } });

/** All figures by name, in the order of the table in docs/benchmarks.md. */
export const FIGURES = {
  likeWcu: { ...wcu(4), what: 'Like or unlike a file, without the 2 of its limit' },
  viewWcu: { ...wcu(1), what: 'View' },
  followWcu: { ...wcu(8), what: 'Follow or unfollow, without the 2 of its limit' },
  messageWcu: {
    ...wcu(12),
    what: 'Message of the usual length, the most expensive case',
    reason: 'the budget is without the count of its limit, which is 4 for a first message',
  },
  dashboardRcu: { ...rcu(25), what: 'Dashboard, the worst' },
  usersPageRcu: {
    ...rcu(15),
    what: 'Page of 10 members, the worst',
    reason: 'by name and by contributions, for viewers who follow far more than 200 members',
  },
  filesPageRcu: { ...rcu(30), what: 'Page of 20 files' },
  filesOneBandRcu: { ...rcu(30), what: 'Page of 20 files, all newest files in one band' },
  filesAllLikedRcu: {
    ...rcu(30),
    what: 'Page of 20 files by 20 uploaders, each file with likes',
  },
  filesManyLikesRcu: {
    ...rcu(30),
    what: '… each file with more than ten likes',
    reason: 'the first ten likers are in the item, and for more the like is read, half a unit each',
  },
  typeSizeRcuSmall: {
    part: 'scale',
    what: 'A rare type, largest first, among 1,000 files',
    unit: 'RCU',
    budget: { atMost: 35 },
  },
  typeSizeRcuLarge: {
    part: 'scale',
    what: '… among a million files',
    unit: 'RCU',
    budget: { atMost: 35 },
  },
  typeSizePages: {
    part: 'scale',
    what: 'Requests until the first page of a rare type, largest first, is full',
    unit: 'pages',
    budget: { atMost: 1 },
  },
  scaleLatencyRatio: {
    part: 'scale',
    what: 'First page at the most files measured, relative to 1,000 files, the worst viewer',
    unit: '×',
    budget: { atMost: 1.2 },
    reason:
      'by the viewer at 150 m only, measured while other work ran: processor time fell from 6.3 to 5.9 ms, and capacity from 4 to 3.5 RCU',
  },
  loadAllRcu: { part: 'capacity', what: 'Load All of 1,000 files, nothing looked at', unit: 'RCU' },
  loadAllCpuMs: { part: 'capacity', what: '… processor time', unit: 'ms' },

  roundsTypedFiles: { ...rounds(4), what: 'Rounds to the table: files with a type filter' },
  roundsUserSearch: { ...rounds(4), what: '… search for members' },
  roundsFilesOneBand: { ...rounds(4), what: '… files, the newest in one band' },
  roundsFiles: { ...rounds(4), what: '… files' },
  roundsMemberLists: { ...rounds(4), what: "… a member's files or posts" },
  roundsDashboard: { ...rounds(3), what: '… dashboard', reason: DASHBOARD_REASON },
  roundsLike: { ...rounds(3), what: '… like, with its transaction' },
  roundsOther: {
    ...rounds(3),
    what: '… the worst of all others, with its transaction',
    reason: OTHER_REASON,
  },

  sdkFilesCpuRatio: { ...sdkRatio, what: 'Processor time relative to the plain SDK: page of 20 files' },
  sdkDashboardCpuRatio: { ...sdkRatio, what: '… dashboard' },
  sdkProfileCpuRatio: { ...sdkRatio, what: '… profile' },
  sdkMessageCpuRatio: { ...sdkRatio, what: '… message' },

  largestBundleKb: {
    part: 'bundles',
    what: 'Largest bundle of a function, minified',
    unit: 'KB',
    budget: { atMost: 400 },
  },
  bundlesOverBudget: {
    part: 'bundles',
    what: 'Bundles over 400 KB',
    unit: 'bundles',
    budget: { atMost: 0 },
  },
  importRatio: {
    part: 'bundles',
    what: "Import time of the ten most called endpoints' slowest, relative to a bare client",
    unit: '×',
    budget: { atMost: 1.5 },
  },

  firstStartSeconds: {
    part: 'first-starts',
    what: 'First start with the demo community',
    unit: 's',
    budget: { atMost: 6 },
    reason:
      '5.6 to 6.4 s, because the machine was slower on that day: 8.3 s of processor time instead of 6.2 s, with which it took 4.9 s',
  },
  warmStartSeconds: { part: 'first-starts', what: 'Warm start', unit: 's', budget: { atMost: 3 } },
  memoryMb: {
    part: 'memory',
    what: 'Memory of the local cloud after an hour of use',
    unit: 'MB',
    budget: { atMost: 350 },
  },

  keyListMs: {
    part: 'cards',
    what: 'Main thread per key in the search field with 1,000 files, the worst of list and gallery',
    unit: 'ms',
    budget: { atMost: 50 },
    reason: 'in the gallery at 1440 × 900 only, where a key replaces 35 cards; 20 to 25 ms in the other views',
  },
  scrollTaskMs: {
    part: 'cards',
    what: 'Longest task while scrolling through 1,000 files',
    unit: 'ms',
    budget: { atMost: 50 },
    reason: 'one task in four runs, while other work used both cores',
  },
  waterHomePercent: { ...water, what: 'Idle water at 1440 × 900, all processes: home' },
  waterMemberPercent: { ...water, what: '… member pages, the worst' },
  waterFrameMs: {
    part: 'water',
    what: 'A frame of the water, p99, 2560 × 1440',
    unit: 'ms',
    budget: { atMost: 2 },
  },
  memberScriptFiles: {
    part: 'sizes',
    what: "JavaScript files of a member's first screen, the dashboard",
    unit: 'files',
    budget: { atMost: 15 },
  },
  memberCssKb: {
    part: 'sizes',
    what: "CSS before first paint of a member's first screen, the dashboard",
    unit: 'KB',
    budget: { atMost: 12 },
  },
  homeScriptKb: {
    part: 'sizes',
    what: 'JavaScript before first paint, gzip: home',
    unit: 'KB',
    budget: { atMost: 85 },
  },
  dashboardScriptKb: { part: 'sizes', what: '… dashboard', unit: 'KB', budget: { atMost: 160 } },
  lighthousePerformance: {
    ...lighthouse(95),
    what: 'Lighthouse, mobile: performance, the lowest of home, dashboard, files, and chat',
  },
  lighthouseAccessibility: { ...lighthouse(100), what: '… accessibility' },
  lighthouseBestPractices: { ...lighthouse(100), what: '… best practices' },

  messageP99Ms: {
    part: 'messages',
    what: 'A message between two members, sent to received, p99',
    unit: 'ms',
    budget: { atMost: 50 },
  },
  messagesLost: {
    part: 'messages',
    what: 'Messages lost over 100 disconnects',
    unit: 'messages',
    budget: { atMost: 0 },
  },

  feedP95Ms: {
    part: 'feed',
    what: 'From a change of depth to its frame on an open page, through the change feed, p95',
    unit: 'ms',
    budget: { atMost: 500 },
  },
  feedWriteRatio: {
    part: 'feed',
    what: "Writes per second of the local database with the table's stream, relative to none",
    unit: '×',
    budget: { atLeast: 0.9 },
  },
  feedOldWriteRatio: {
    part: 'feed',
    what: '… with 100,000 records in the stream',
    unit: '×',
    budget: { atLeast: 0.9 },
  },

  directusNewestFiles: {
    ...directus,
    what: 'Requests per second of Directus divided by ours, the worse of 1 and 16 connections: newest 20 files',
    reason: PAGE_REASON,
  },
  directusLargestPdfs: { ...directus, what: '… size and type', reason: PAGE_REASON },
  directusProfile: { ...directus, what: '… profile' },
  directusCreatePost: { ...directus, what: '… create post' },
  directusDashboard: { ...directus, what: '… dashboard' },
  directusFeed: { ...directus, what: '… feed of 10', reason: FEED_REASON },
  parseNewestFiles: { ...parse, what: 'The same of Parse Server: newest 20 files', reason: PAGE_REASON },
  parseLargestPdfs: { ...parse, what: '… size and type', reason: PAGE_REASON },
  parseProfile: {
    ...parse,
    what: '… profile',
    reason: 'a request crosses the gateway, a sandbox, and the table; Parse Server is one process and caches sessions',
  },
  parseCreatePost: {
    ...parse,
    what: '… create post',
    reason: 'a transaction also counts the limit and stores the result for retries; Parse Server inserts one row',
  },
  parseDashboard: { ...parse, what: '… dashboard' },
  parseFeed: { ...parse, what: '… feed of 10', reason: FEED_REASON },
} as const satisfies Record<string, Figure>;

/** The name of a figure. */
export type FigureName = keyof typeof FIGURES;
