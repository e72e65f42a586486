/*
 * List prices in US dollars, without free tiers. docs/costs.md names the source and the date of each.
 */

interface Price {
  /** Dollars per unit. */
  readonly price: number;
  /** What the price is for, in the words of the price list. */
  readonly unit: string;
  /** A published page that we read, or 'memory': the provider's page as we remember it. Check those first. */
  readonly source: 'page' | 'memory';
}

const MILLION = 1_000_000;

/** AWS in us-east-1. */
export const AWS = {
  readUnit: { price: 0.125 / MILLION, unit: 'DynamoDB on demand, million read request units', source: 'memory' },
  writeUnit: { price: 0.625 / MILLION, unit: 'DynamoDB on demand, million write request units', source: 'memory' },
  tableGigabyte: {
    price: 0.25 + 0.2,
    unit: 'DynamoDB, GB-month of table and indexes, with its backup',
    source: 'memory',
  },
  apiCall: { price: 1 / MILLION, unit: 'API Gateway, million calls of an HTTP API up to 512 KB', source: 'memory' },
  frame: { price: 1 / MILLION, unit: 'API Gateway, million WebSocket messages up to 32 KB', source: 'memory' },
  socketMinute: { price: 0.25 / MILLION, unit: 'API Gateway, million WebSocket connection minutes', source: 'memory' },
  functionCall: { price: 0.2 / MILLION, unit: 'Lambda, million calls', source: 'memory' },
  functionSecond: { price: 13.3334 / MILLION, unit: 'Lambda on ARM, million GB-seconds', source: 'memory' },
  edgeRequest: {
    price: 1 / MILLION,
    unit: 'CloudFront in North America or Europe, million HTTPS requests',
    source: 'page',
  },
  edgeGigabyte: { price: 0.085, unit: 'CloudFront in North America or Europe, GB to the internet', source: 'page' },
  edgeFunction: { price: 0.1 / MILLION, unit: 'CloudFront Functions, million calls', source: 'page' },
  firewallRequest: { price: 0.6 / MILLION, unit: 'AWS WAF, million requests', source: 'memory' },
  socketGigabyte: { price: 0.09, unit: 'Data transfer from a region, GB to the internet', source: 'page' },
  logGigabyte: { price: 0.5 + 0.015, unit: 'CloudWatch Logs, GB ingested and kept for 90 days', source: 'memory' },
  objectPut: { price: 5 / MILLION, unit: 'S3, million PUTs', source: 'memory' },
  objectGet: { price: 0.4 / MILLION, unit: 'S3, million GETs', source: 'memory' },
  secretRead: { price: 5 / MILLION, unit: 'Secrets Manager, million calls', source: 'memory' },
  activeMember: { price: 0.0055, unit: 'Cognito Lite, monthly active user up to 100,000', source: 'memory' },
} as const satisfies Record<string, Price>;

/** Cloud Firestore in a US multi-region, the default, with the Firebase services that the same features need. */
export const STORE = {
  read: { price: 0.6 / MILLION, unit: 'Firestore, million document reads', source: 'page' },
  write: { price: 1.8 / MILLION, unit: 'Firestore, million document writes', source: 'page' },
  gigabyte: {
    price: 0.18 + 7 * 0.03,
    unit: 'Firestore, GiB-month of documents and indexes, with seven daily backups',
    source: 'memory',
  },
  transferGigabyte: { price: 0.12, unit: 'Google Cloud, GB to the internet', source: 'memory' },
  hostingGigabyte: { price: 0.15, unit: 'Firebase Hosting, GB to the internet', source: 'memory' },
  functionCall: { price: 0.4 / MILLION, unit: 'Cloud Functions, million calls', source: 'memory' },
  functionTenth: {
    price: 0.463 / MILLION,
    unit: 'Cloud Functions with 256 MB, million times 100 ms',
    source: 'memory',
  },
  objectPut: { price: 5 / MILLION, unit: 'Cloud Storage, million operations of class A', source: 'memory' },
  objectGet: { price: 0.4 / MILLION, unit: 'Cloud Storage, million operations of class B', source: 'memory' },
  activeMember: {
    price: 0.0055,
    unit: 'Identity Platform, monthly active user from 50,000 to 100,000',
    source: 'page',
  },
} as const satisfies Record<string, Price>;

/** Firestore in one region (us-east1), which compares with DynamoDB in one region. */
export const REGIONAL = { ...STORE, read: { price: 0.3 / MILLION }, write: { price: 0.9 / MILLION } } as const;

/** Services with a monthly price, whatever the number of members, for a production stage with its defaults. */
export const FIXED: readonly (readonly [what: string, dollars: number])[] = [
  ['Two firewalls (5.00 each) with three rules each (1.00)', 16],
  ['27 alarms, which read 56 metrics (0.10 each)', 5.6],
  ['A dashboard', 3],
  ['Thirteen custom metrics (0.30)', 3.9],
  ['Eight secrets (0.40)', 3.2],
  // A month has 2,160 calls of 60 s (0.86), 8,640 of 2 s (0.12), 1,440 of 5 s (0.05), each with 512 MB. The audit reads four
  // units for each of 720,000 members (0.36).
  ['Three hourly jobs of at most a minute, the audit every five minutes with what it reads, and the canary', 1.39],
  ['A hosted zone, if Route 53 has the domain', 0.5],
];
