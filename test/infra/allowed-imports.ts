/**
 * Rules for imports between folders: low-level folders such as `shared` don't import the folders that use them.
 * docs/adr/0001 explains the order. `structure.test.ts` rejects all other imports, except those of test files.
 *
 * A folder without an entry belongs to its closest parent with one. Files of a folder may always import each other.
 *
 * To add a folder, list it with as few imports as possible. Never let a folder import one that uses it. There are two
 * exceptions: `infra` and `infra/stages` import each other, and so do `infra/local` and `infra/local/change-feed`.
 */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '../../shared/contract/contract.ts';

/** The folders that each folder may import, by the importing folder. */
type ImportRules = Readonly<Record<string, readonly string[]>>;

/** Returns the paths of folders of `lambdas`. */
const inLambdas = (...names: string[]) => names.map((name) => `lambdas/${name}`);

/** Returns the paths of folders of `infra/local`. */
const inLocal = (...names: string[]) => names.map((name) => `infra/local/${name}`);

/**
 * The capabilities of the API, such as `files` and `posts`, except `account`, which may import all others. Each has a
 * folder in `lambdas`.
 */
const CAPABILITIES = Object.keys(contract).filter((name) => name !== 'account');

/** The base of all folders of functions. */
const LAMBDA_BASE = ['shared', 'lambdas/platform', 'lambdas/table'];

/** Folders that every capability may import. `sockets` is one of them, because all capabilities send frames. */
const LAMBDA_CAPABILITY_IMPORTS = [
  ...LAMBDA_BASE,
  'lambdas/storage',
  'lambdas/media',
  'lambdas/access',
  'lambdas/members',
  'lambdas/sockets',
  'lambdas/http',
];

/** The functions: their base, the capabilities, and the code that combines capabilities. */
const LAMBDA_RULES: ImportRules = {
  'lambdas/platform': ['shared'],
  'lambdas/table': ['shared', 'lambdas/platform'],
  'lambdas/storage': ['shared', 'lambdas/platform'],
  // Converts bytes to bytes, without the table and the bucket.
  'lambdas/media': ['shared', 'lambdas/platform'],
  'lambdas/access': [...LAMBDA_BASE, 'lambdas/storage'],
  'lambdas/members': [...LAMBDA_BASE, 'lambdas/storage', 'lambdas/access'],
  'lambdas/http': [...LAMBDA_BASE, 'lambdas/access'],
  ...Object.fromEntries(CAPABILITIES.map((name) => [`lambdas/${name}`, LAMBDA_CAPABILITY_IMPORTS])),
  // The dashboard and the purge of accounts combine the other capabilities.
  'lambdas/account': [...LAMBDA_CAPABILITY_IMPORTS, ...inLambdas(...CAPABILITIES)],
  // The canary is a client of the API. The two share only the contract.
  'lambdas/canary': ['shared', 'lambdas/platform'],
  // The change feed and its views.
  'lambdas/changes': [...LAMBDA_BASE, 'lambdas/storage'],
  // Functions that events invoke.
  'lambdas/triggers': [
    ...LAMBDA_CAPABILITY_IMPORTS,
    'lambdas/changes',
    'lambdas/canary',
    'lambdas/files',
    'lambdas/credentials',
    'lambdas/account',
  ],
  // Files of this folder check the types of the endpoint lists.
  lambdas: ['shared', 'lambdas/http', 'lambdas/account', ...inLambdas(...CAPABILITIES)],
};

/** Folders of the web app's features. They may not import each other. */
const FEATURES = globSync('web/src/features/*/', { cwd: join(import.meta.dirname, '../..') });

/** The base of all folders of the web app. */
const WEB_BASE = ['shared', 'web/src/platform', 'web/src/design', 'web/src/ocean'];

/** The web app: its base, the features, and the pages that combine features. */
const WEB_RULES: ImportRules = {
  'web/src/platform': ['shared'],
  'web/src/design': ['shared', 'web/src/platform'],
  'web/src/ocean': ['shared', 'web/src/platform', 'web/src/design'],
  ...Object.fromEntries(FEATURES.map((feature) => [feature, WEB_BASE])),
  'web/src/app/layout': WEB_BASE,
  'web/src/app/visitor': [...WEB_BASE, ...FEATURES, 'web/src/app/layout'],
  'web/src/app/design-page': [...WEB_BASE, ...FEATURES, 'web/src/app/layout'],
  'web/src/app/screens': [...WEB_BASE, ...FEATURES, 'web/src/app/layout'],
  'web/src/app/shell': [
    ...WEB_BASE,
    ...FEATURES,
    'web/src/app/layout',
    'web/src/app/visitor',
    'web/src/app/design-page',
    'web/src/app/screens',
  ],
  'web/src': ['web/src/platform', 'web/src/ocean', 'web/src/app/layout', 'web/src/app/shell'],
  'web/src/test-support': ['shared', 'web/src/platform', 'web/src/app/shell', 'web/src'],
  'web/build': ['shared', 'web/src/platform', 'web/src/app/shell'],
  web: ['web/build'],
};

/** The stacks, and the commands for data and stages. */
const INFRA_RULES: ImportRules = {
  // Settings, bundles, and generated documents, shared by the stacks and the local cloud.
  infra: ['shared', 'lambdas/table', 'infra/stages'],
  // One file of settings per stage. They import only `defineStage`.
  'infra/stages': ['infra'],
  'infra/constructs': ['shared', 'infra', 'lambdas/table', 'lambdas/storage', 'lambdas/canary', 'lambdas/changes'],
  'infra/routes': ['shared', 'infra', 'infra/constructs'],
  'infra/stacks': ['shared', 'infra', 'infra/constructs', 'infra/routes'],
  'infra/app': ['shared', 'infra', 'infra/stacks'],
  'infra/data/backup': ['shared', 'infra', 'lambdas/table'],
  // Commands for stages on AWS.
  'infra/deployed': ['shared', 'infra'],
  // The definitions of item types compare stored items with items that the table's pure functions build.
  'infra/data/items': ['shared', 'infra', 'lambdas/table', 'lambdas/storage'],
  'infra/data/verify': ['shared', 'lambdas/table', 'lambdas/storage', 'infra/data/backup', 'infra/data/items'],

  // Finds the type of an item like the verification does.
  'infra/data/migrate': ['lambdas/platform', 'lambdas/table', 'infra/data/items', 'infra/data/verify'],
  // Rebuilds views with the code of the functions.
  'infra/data/views': ['lambdas/changes', 'lambdas/table', 'infra/data/items', 'infra/data/backup'],
  'infra/queues': [],
  'infra/data/member-data': ['lambdas/table', 'lambdas/storage', 'infra/data/items'],
};

/** Folders that most services of the local cloud import. */
const LOCAL_BASE = ['infra/local/process', 'infra/local/state', 'infra/local/template'];

/** Folders that the local payment providers import. */
const LOCAL_PROVIDER_IMPORTS = ['infra/local/process', 'infra/local/http', 'infra/local/site', 'infra/local/providers'];

/** The local cloud. `infra/local` starts the services of its folders. */
const LOCAL_CLOUD_RULES: ImportRules = {
  'infra/local/process': [],
  'infra/local/state': ['infra/local/process'],
  'infra/local/template': ['infra', 'infra/app', 'infra/local/process', 'infra/local/state'],
  'infra/local/iam': LOCAL_BASE,
  'infra/local/http': [...LOCAL_BASE, 'infra/local/iam'],
  'infra/local/lambda': [...LOCAL_BASE, 'infra/local/http'],
  'infra/local/schedules': [...LOCAL_BASE, 'infra/local/lambda'],
  'infra/local/dynamodb': LOCAL_BASE,
  'infra/local/change-feed': [
    ...LOCAL_BASE,
    ...inLocal('dynamodb', 'iam', 'lambda'),
    // Sends records that keep failing to a queue (infra/local/sqs.ts).
    'infra/local',
  ],
  'infra/local/s3': [...LOCAL_BASE, 'infra/local/iam'],
  'infra/local/guardduty': [...LOCAL_BASE, 'infra/local/s3'],
  'infra/local/mail': [...LOCAL_BASE, 'infra/local/http', 'infra/local/iam'],
  'infra/local/cognito': ['shared', ...LOCAL_BASE, 'infra/local/http', 'infra/local/lambda', 'infra/local/mail'],
  'infra/local/http-api': [...LOCAL_BASE, 'infra/local/http', 'infra/local/lambda'],
  'infra/local/web-socket': [...LOCAL_BASE, 'infra/local/http', 'infra/local/lambda', 'infra/local/http-api'],
  'infra/local/site': ['shared', 'infra', ...LOCAL_BASE],
  'infra/local/providers': ['infra/local/process', 'infra/local/state', 'infra/local/http'],
  'infra/local/stripe': LOCAL_PROVIDER_IMPORTS,
  'infra/local/paypal': LOCAL_PROVIDER_IMPORTS,
  'infra/local/seed': [
    'shared',
    // Builds messages of earlier days, which the API can't send.
    'lambdas/table',
    'infra/local/process',
    'infra/local/state',
    'infra/local/s3',
    'infra/local/mail',
    'infra/local/cognito',
  ],
  'infra/local/dev': ['infra', ...LOCAL_BASE, 'infra/local/lambda'],
  'infra/local': [
    'shared',
    'infra',
    ...LOCAL_BASE,
    ...inLocal('iam', 'http', 'lambda', 'schedules', 'dynamodb', 's3', 'cognito', 'http-api', 'web-socket', 'site'),
    ...inLocal('stripe', 'paypal', 'providers', 'mail', 'guardduty', 'seed', 'dev', 'change-feed'),
  ],
};

/** The commands of package.json. */
const COMMAND_RULES: ImportRules = {
  bin: [
    'shared',
    // Computes the pseudonyms that functions log.
    'lambdas/platform',
    'infra',
    'infra/app',
    'infra/data/backup',
    'infra/deployed',
    'infra/data/migrate',
    'infra/data/member-data',
    'infra/data/views',
    'lambdas/changes',
    'infra/queues',
    'infra/data/verify',
    'infra/local',
    'infra/local/process',
    'infra/local/seed',
    'infra/local/site',
    'infra/local/template',
    'bin/generated',
  ],
  // Writes generated files. Some derive from templates, measured capacity, and titles of tests.
  'bin/generated': [
    'shared',
    'infra',
    'infra/data/items',
    'infra/constructs',
    'test/support',
    'test/load',
    'web/src/app/layout',
  ],
};

/** Suites of tests with their helpers. */
const TEST_RULES: ImportRules = {
  'test/support': [
    'shared',
    'lambdas/storage',
    'infra',
    'infra/app',
    'infra/constructs',
    'infra/data/verify',
    'infra/local',
    'infra/local/cognito',
    'infra/local/dynamodb',
    'infra/local/http',
    // Signs events as PayPal does.
    'infra/local/paypal',
    'infra/local/process',
    'infra/local/s3',
    'infra/local/seed',
    'infra/local/template',
  ],
  // Clients of a running target. They use HTTP and WebSocket only, and import no server code.
  'test/acceptance': ['shared', 'test/support'],
  // The attacks are clients, too. They send the requests of the access matrix, which has a request for every endpoint.
  'test/attack': ['shared', 'test/support', 'test/acceptance', 'test/attack/support'],
  'test/attack/support': ['shared', 'test/support'],
  'test/e2e': ['shared', 'test/support', 'web/src/test-support', 'infra/local', 'infra/local/seed'],
  'test/faults': [
    'shared',
    'test/support',
    // Sends the requests of the access matrix.
    'test/acceptance',
    'infra/data/backup',
    'infra/data/migrate',
    'infra/local',
    ...inLocal('dynamodb', 'guardduty', 'process', 'stripe', 'paypal', 'seed', 'template'),
    ...inLambdas('table', 'storage', 'files', 'account'),
  ],
  'test/infra': [
    'shared',
    'test/support',
    'test/mutants',
    'infra',
    'infra/app',
    'infra/constructs',
    'lambdas/table',
    ...FEATURES,
  ],
  'test/load': [
    'shared',
    'test/support',
    // Sends the requests of the access matrix.
    'test/acceptance',
    // Runs the same rounds of kills as a test of faults.
    'test/faults',
    'infra',
    'infra/app',
    'infra/local',
    ...inLocal('change-feed', 'cognito', 'dynamodb', 'process', 'seed'),
    ...inLambdas('platform', 'table', 'storage', 'media', 'access', 'http', 'account', ...CAPABILITIES),
    // Reads the list of socket routes.
    'lambdas',
    'web/src/platform',
    'web/src/features/messages',
  ],
  'test/mutants': ['shared', 'test/support', 'infra'],
  test: ['test/support', 'infra'],
};

/** All folders of the project with the folders that they may import, from bottom to top. */
export const ALLOWED_IMPORTS: ImportRules = {
  shared: [],
  ...LAMBDA_RULES,
  ...WEB_RULES,
  ...INFRA_RULES,
  ...LOCAL_CLOUD_RULES,
  ...COMMAND_RULES,
  ...TEST_RULES,
};

/** Folders with a rule, the longest path first, because a file belongs to the longest match. */
const RULE_FOLDERS = Object.keys(ALLOWED_IMPORTS).toSorted((a, b) => b.length - a.length);

/** Returns the folder in {@link ALLOWED_IMPORTS} to which a file belongs. `infra/app.ts` counts as a folder. */
export function findRuleFolder(path: string): string {
  if (path === 'infra/app.ts') return 'infra/app';
  return RULE_FOLDERS.find((folder) => path.startsWith(`${folder}/`)) ?? path;
}
