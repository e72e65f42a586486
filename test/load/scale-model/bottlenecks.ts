import { READ_UNITS_PER_SECOND } from '../../../lambdas/account/audit-ledgers.ts';
import { ASSUMPTIONS, type Load } from './load.ts';

/** The work that a remedy takes. */
type Effort = 'a setting' | 'a quota request' | 'a day' | 'a week' | 'weeks';

/** A limit that a growing community can reach. docs/glossary.md defines bands and shards. */
export interface Bottleneck {
  readonly name: string;
  /** The limit, in `unit`. */
  readonly limit: number;
  readonly unit: string;
  /** The origin of the limit. */
  readonly source: 'setting' | 'quota' | 'service' | 'design' | 'measured';
  /** Returns the amount that a community uses, in the same unit. */
  readonly use: (load: Load) => number;
  readonly remedy: string;
  readonly effort: Effort;
}

/** Read and write units per second of one partition of the table or of an index. */
const PARTITION_UNITS = { reads: 3000, writes: 1000 } as const;

/** Maximum likes per second of one item: see docs/scale.md#a-celebritys-post. */
export const LIKES_PER_ITEM = 50;

/** Actions that read the first posts or files by depth. Each reads 0.5 units of one index partition per shard. */
const TOP_LISTS = ['Dashboard', 'Refetch of a screen', 'Page of 10 posts'] as const;

/** Read units of a query of at least eight rows, for each band. */
const BAND_QUERY_UNITS = 0.5;

/** Number of members that the job for orphans (members without a sign-in) checks per hour. */
const ORPHAN_CHECKS_PER_HOUR = 5000;

/**
 * Number of files that the reconciling job compares per hour. The job works for 270 s, and compares a page of 200 files
 * in a second. It compares each file in both directions.
 */
const RECONCILED_FILES_PER_HOUR = 27_000;

/** Number of members that the audit checks per hour: three workers, 14 of 15 minutes, with 2.07 RCU per member. */
const AUDITED_MEMBERS_PER_HOUR = (3 * READ_UNITS_PER_SECOND * 3600 * (14 / 15)) / 2.07;

/** Returns the sum of the actions' rates. */
const sumRates = (actions: readonly string[], load: Load) =>
  actions.reduce((sum, action) => sum + load.rateOf(action), 0);

/** Changes of depth that a shard of the table's stream applies per second, at 40 ms each (ADR 59). */
const CHANGES_PER_SHARD = 25;

/** Partitions of a new on-demand table, each with a shard of the stream. */
const STREAM_SHARDS = 4;

/** All limits whose use grows with the community. Quotas are AWS's defaults in us-east-1, from memory: check them. */
export const BOTTLENECKS: readonly Bottleneck[] = [
  {
    name: 'Requests of the stage (`requestsPerSecond`)',
    limit: 500,
    unit: 'requests/s',
    source: 'setting',
    use: ({ requests }) => requests,
    remedy: 'Raise `requestsPerSecond` and `requestBurst`. They protect the budget, not the system',
    effort: 'a setting',
  },
  {
    name: 'Frames of the stage (`framesPerSecond`)',
    limit: 1000,
    unit: 'frames/s',
    source: 'setting',
    // Frames to members are not limited.
    use: ({ rateOf }) =>
      rateOf('Message') + rateOf('Typing hint') + rateOf('Read report') + rateOf('Ping') + rateOf('Opening the app'),
    remedy: 'Raise `framesPerSecond` and `frameBurst`',
    effort: 'a setting',
  },
  {
    name: 'Uploads with `reservedConcurrency: true`',
    limit: 60,
    unit: 'uploads/s',
    source: 'setting',
    use: ({ rateOf }) => rateOf('Upload'),
    remedy: 'Raise the reservation of `triggers-file-stored`. Until then, events wait in a queue',
    effort: 'a setting',
  },
  {
    name: 'API Gateway, requests and frames of the account',
    limit: 10_000,
    unit: 'requests/s',
    source: 'quota',
    use: ({ requests, frames }) => requests + frames,
    remedy: 'Request a higher quota; several accounts beyond what AWS grants',
    effort: 'a quota request',
  },
  {
    name: 'API Gateway, new WebSockets',
    limit: 500,
    unit: 'sockets/s',
    source: 'quota',
    use: ({ newSockets }) => newSockets,
    remedy: 'Request a higher quota',
    effort: 'a quota request',
  },
  {
    name: 'Lambda, functions at the same time',
    limit: 1000,
    unit: 'functions',
    source: 'quota',
    use: ({ concurrency }) => concurrency,
    remedy: 'Request a higher quota. New accounts may have 10: request 1,000 first',
    effort: 'a quota request',
  },
  {
    name: 'Table, reads',
    limit: 40_000,
    unit: 'RCU/s',
    source: 'quota',
    use: ({ readUnits }) => readUnits,
    remedy: 'Request a higher quota for the table and its indexes',
    effort: 'a quota request',
  },
  {
    name: 'Table, writes',
    limit: 40_000,
    unit: 'WCU/s',
    source: 'quota',
    use: ({ writeUnits }) => writeUnits,
    remedy: 'Request a higher quota for the table and its indexes',
    effort: 'a quota request',
  },
  {
    name: 'Cognito, token refreshes (UserToken)',
    limit: 120,
    unit: 'requests/s',
    source: 'quota',
    use: ({ tokenRefreshes }) => tokenRefreshes,
    remedy: 'Access tokens for a day instead of an hour (half of the refreshes); buy a higher quota',
    effort: 'a quota request',
  },
  {
    name: 'Cognito, sign-ins (UserAuthentication)',
    limit: 120,
    unit: 'requests/s',
    source: 'quota',
    // Members open the app 40 times a month. They sign in once, because refresh tokens are valid for 30 days. A sign-in
    // takes two requests.
    use: ({ rateOf }) => (2 * rateOf('Opening the app')) / 40,
    remedy: 'Buy a higher quota',
    effort: 'a quota request',
  },
  {
    name: 'Cognito, new members (UserCreation)',
    limit: 50,
    unit: 'requests/s',
    source: 'quota',
    use: ({ newMembers }) => 2 * newMembers,
    remedy: 'Buy a higher quota',
    effort: 'a quota request',
  },
  {
    name: 'Cognito, members of a pool',
    limit: 40_000_000,
    unit: 'members',
    source: 'quota',
    use: ({ members }) => members,
    remedy: 'Several pools, with the pool in the token; or another identity provider',
    effort: 'weeks',
  },
  {
    name: 'S3, downloads of one prefix',
    limit: 5500,
    unit: 'requests/s',
    source: 'service',
    use: ({ rateOf }) => rateOf('Opening a file'),
    remedy: 'None: S3 divides prefixes by itself, and keys begin with the member',
    effort: 'a setting',
  },
  {
    name: 'New members in one band (index `ByText`)',
    limit: PARTITION_UNITS.writes,
    unit: 'WCU/s of a partition',
    source: 'service',
    // A member enters the band, and leaves it with the first contribution.
    use: ({ newMembers }) => 2 * newMembers,
    remedy: '`depthIndexShards`, raised in time',
    effort: 'a setting',
  },
  {
    name: 'Changes of depth (index `ByDepth`, members)',
    limit: PARTITION_UNITS.writes,
    unit: 'WCU/s of a partition',
    source: 'service',
    // A change deletes the old entry, and writes the new entry.
    use: (load) => 2 * (load.rateOf('Upload') + load.rateOf('Payment')) + load.newMembers,
    remedy: '`depthIndexShards`, raised in time',
    effort: 'a setting',
  },
  {
    name: "Change feed, with a new table's four shards",
    limit: STREAM_SHARDS * CHANGES_PER_SHARD,
    unit: 'changes of depth/s',
    source: 'design',
    use: ({ rateOf, newMembers }) => rateOf('Upload') + rateOf('Payment') + newMembers,
    remedy:
      'The mapping reads each shard up to ten times in parallel (`parallelizationFactor`). A busy table also has more shards',
    effort: 'a setting',
  },
  {
    name: 'New files in the busiest band (index `ByText`)',
    limit: PARTITION_UNITS.writes,
    unit: 'WCU/s of a partition',
    source: 'service',
    use: ({ rateOf }) => ASSUMPTIONS.busiestBandShare * rateOf('Upload'),
    remedy: '`depthIndexShards`, raised in time',
    effort: 'a setting',
  },
  {
    name: 'Pages of the newest files (each band of `ByText`)',
    limit: PARTITION_UNITS.reads,
    unit: 'RCU/s of a partition',
    source: 'service',
    use: ({ rateOf }) => BAND_QUERY_UNITS * rateOf('Page of 20 files'),
    remedy: 'At least 2 `depthIndexShards`: then function instances share hot rows for two seconds (ADR 33)',
    effort: 'a setting',
  },
  {
    name: 'Highest posts and files (`ByDepth`, and the items themselves)',
    limit: PARTITION_UNITS.reads,
    unit: 'RCU/s of a partition',
    source: 'service',
    use: (load) => BAND_QUERY_UNITS * sumRates(TOP_LISTS, load),
    remedy: 'At least 2 `depthIndexShards` share the rows (ADR 33); then share the items of the first page, too',
    effort: 'a week',
  },
  {
    name: "Likes of a celebrity's post",
    limit: LIKES_PER_ITEM,
    unit: 'likes/s of an item',
    source: 'measured',
    use: ({ celebrityLikes }) => celebrityLikes,
    remedy: 'A sharded counter ([ADR 35](adr/0035-likes-under-contention.md))',
    effort: 'a week',
  },
  {
    name: 'Audit of all ledgers, within a day',
    limit: 24,
    unit: 'hours per round',
    source: 'design',
    use: ({ members }) => members / AUDITED_MEMBERS_PER_HOUR,
    remedy: 'More segments and workers, or a higher limit of read units ([ADR 34](adr/0034-audit-in-segments.md))',
    effort: 'a setting',
  },
  {
    name: 'Job for orphans, within a month',
    limit: 720,
    unit: 'hours per round',
    source: 'design',
    use: ({ members }) => members / ORPHAN_CHECKS_PER_HOUR,
    remedy:
      'Segments like the audit, up to half of the 120 reads a second that Cognito allows (5 million members a day)',
    effort: 'a day',
  },
  {
    name: 'Reconciling job, within a month',
    limit: 720,
    unit: 'hours per round',
    source: 'design',
    use: ({ members }) => (members * ASSUMPTIONS.filesPerMember) / RECONCILED_FILES_PER_HOUR,
    remedy: 'Run it every 5 minutes (12 times as much); then segments by the first letter of the key, or S3 Inventory',
    effort: 'a day',
  },
];

/** Returns the share of a bottleneck that a community uses: 1 is its limit. */
export function computeUtilization({ use, limit }: Bottleneck, load: Load): number {
  return use(load) / limit;
}

/** Returns the number of members that reaches the limit. All uses grow in proportion to the members. */
export function computeMembersAtLimit(bottleneck: Bottleneck, load: Load): number {
  return load.members / computeUtilization(bottleneck, load);
}
