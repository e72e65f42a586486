/**
 * Compares the grants, the permissions of each function, with docs/permissions.md. Runs them on fakes of the
 * resources, because synthesizing a stage takes seconds. test/infra compares the templates with the same document.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PREFIXES, type StoragePurpose } from '../../lambdas/storage/storage-key.ts';
import { allEndpoints } from '../../shared/contract/contract.ts';
import { groupActionsByKeys, type ItemAccess, type QueryAccess } from '../constructs/table-access.ts';
import type { Resources } from './grants.ts';
import { listRoutes } from './index.ts';
import { listSocketRoutes } from './sockets.ts';

/** Collects the actions that a grant allows on a resource. */
type Add = (resource: string, service: string, ...actions: readonly string[]) => void;

/** Formats patterns of partition keys as docs/permissions.md writes them: without the wildcard `#*`. */
const formatKeys = (keys: readonly string[]) => [...keys].sort().join(', ').replaceAll('#*', '');

/** The fake of the table. */
const fakeTable = (add: Add) => ({
  allow: (_: unknown, access: ItemAccess) => {
    for (const { actions, keyPatterns } of groupActionsByKeys(access)) {
      add(`Table (${formatKeys(keyPatterns)})`, 'dynamodb', ...actions);
    }
  },
  allowQuery: (_: unknown, access: QueryAccess) => {
    for (const [index, partitions] of Object.entries(access)) {
      add(`Table/index/${index} (${formatKeys(partitions)})`, 'dynamodb', 'Query');
    }
  },
});

/** The fake of the bucket. */
const fakeBucket = (add: Add) => ({
  allow: (_: unknown, purpose: StoragePurpose, ...actions: string[]) =>
    add(`FilesBucket/${PREFIXES[purpose]}/*`, 's3', ...actions),
  // The template that docs/permissions.md describes has no malware scans.
  allowReadingScans: () => {},
  allowExistenceCheck: () => add('FilesBucket', 's3', 'ListBucket'),
  allowDeletingFiles: () => {
    add('FilesBucket (posters)', 's3', 'ListBucket');
    for (const prefix of ['files', 'posters', 'renditions']) add(`FilesBucket/${prefix}/*`, 's3', 'DeleteObject');
  },
  allowDeletingAll: () => {
    const prefixes = Object.values(PREFIXES);
    add(`FilesBucket (${prefixes.join(', ')})`, 's3', 'ListBucket');
    for (const prefix of prefixes) add(`FilesBucket/${prefix}/*`, 's3', 'DeleteObject');
  },
});

/** The fake of the user pool, `MemberPool`. Environment variables of its clients are not collected. */
function fakeMemberPool(add: Add) {
  const allow = (_: unknown, ...operations: readonly string[]) => add('MembersPool', 'cognito-idp', ...operations);

  return {
    allow,
    allowReadingMembers: () => allow(undefined, 'AdminGetUser'),
    allowRemovingMembers: () => allow(undefined, 'AdminDeleteUser'),
    allowCredentialChecks: () => allow(undefined, 'AdminInitiateAuth'),
    allowHashingEmails: () => add('MembersRegistrationSecret', 'secretsmanager', 'GetSecretValue'),
    allowRegistering: () => add('MembersRegistrationSecret', 'secretsmanager', 'GetSecretValue'),
    allowResetCompletion: () => add('PostConfirmationFunction', 'lambda', 'InvokeFunction'),
    allowServerClient: () => {},
    allowWebClient: () => {},
  };
}

/** The fakes of all resources. */
function fakeResources(add: Add): Record<keyof Resources, object> {
  const fakeSecret = (name: string) => ({ allow: () => add(name, 'secretsmanager', 'GetSecretValue') });

  return {
    table: fakeTable(add),
    bucket: fakeBucket(add),
    mail: { allow: () => add('mail sender', 'ses', 'SendEmail') },
    members: fakeMemberPool(add),
    cursorSecret: fakeSecret('CursorSecret'),
    renditionSecret: fakeSecret('RenditionSecret'),
    callerHashKeys: fakeSecret('CallerHashKeysSecret'),
    sockets: {
      allowSending: () => add('open sockets (POST)', 'execute-api', 'ManageConnections'),
      allowClosing: () => add('open sockets (DELETE)', 'execute-api', 'ManageConnections'),
    },
    stripeKeys: fakeSecret('StripeKeysSecret'),
    paypalKeys: fakeSecret('PayPalKeysSecret'),
  };
}

/** Runs a grant on fakes. Returns the permissions as docs/permissions.md writes them, and the environment variables. */
function collectPermissions(grant: (fn: never, resources: never) => void) {
  const permissions = new Map<string, Set<string>>();
  const environment: Record<string, string> = {};

  const add: Add = (resource, service, ...actions) => {
    const resourceActions = permissions.get(resource) ?? new Set();
    for (const action of actions) resourceActions.add(`${service}:${action}`);
    permissions.set(resource, resourceActions);
  };
  const fn = { setEnvironment: (name: string, value: string) => Object.assign(environment, { [name]: value }) };

  grant(fn as never, fakeResources(add) as never);

  const lines = [...permissions].map(([resource, actions]) => `${[...actions].sort().join(', ')}: ${resource}`);
  return { lines: lines.sort(), environment };
}

/** The lines of docs/permissions.md, by function. */
const documentedLines = new Map(
  [...readFileSync('docs/permissions.md', 'utf8').matchAll(/^\| `([^`]+)` \| (.*) \|$/gm)].map(([, name, cell]) => [
    name!,
    cell === '–' ? [] : cell!.split('<br>').sort(),
  ]),
);

const production = { production: true, memberCallsPerMinute: 600 };

describe('grants', () => {
  it.each(listRoutes(production).map(({ endpoint, grant }) => [endpoint.name, grant] as const))(
    'grants of %s equal those in docs/permissions.md (if not, run npm run generate)',
    (name, grant) => {
      expect(collectPermissions(grant).lines).toEqual(documentedLines.get(name));
    },
  );

  it.each(listSocketRoutes().map(({ route, grant }) => [route.name, grant] as const))(
    'grants of the socket route %s equal those in docs/permissions.md (if not, run npm run generate)',
    (name, grant) => {
      expect(collectPermissions(grant).lines).toEqual(documentedLines.get(name));
    },
  );

  it('grants include counting calls for members only, and only on stages with a limit', () => {
    for (const { endpoint, grant } of listRoutes(production)) {
      const { environment } = collectPermissions(grant);
      expect(environment).toEqual(endpoint.access === 'member' ? { CALLS_PER_MINUTE: '600' } : {});
    }

    for (const { grant } of listRoutes({ production: false, memberCallsPerMinute: 0 })) {
      const { lines, environment } = collectPermissions(grant);
      expect([environment, lines.join().includes('CALLS')]).toEqual([{}, false]);
    }
  });

  it('grants include counting actions for exactly the endpoints with a limit', () => {
    for (const { endpoint, grant } of listRoutes(production)) {
      const mayCount = collectPermissions(grant).lines.some((line) => /BatchGetItem.*UpdateItem.*CONDUCT/.test(line));
      const isLimited = endpoint.limit !== undefined && !('none' in endpoint.limit);
      expect(mayCount, endpoint.name).toBe(isLimited);
    }
  });

  it('grants of the test endpoint let it change the depth of the caller', () => {
    const routes = listRoutes({ production: false });
    const { grant } = routes.find(({ endpoint }) => endpoint.key === 'testContribution')!;

    expect(collectPermissions(grant).lines).toEqual([
      'cognito-idp:AdminGetUser: MembersPool',
      'dynamodb:BatchGetItem, dynamodb:UpdateItem: Table (CONDUCT)',
      'dynamodb:GetItem, dynamodb:PutItem, dynamodb:UpdateItem: Table (USER)',
      'secretsmanager:GetSecretValue: CallerHashKeysSecret',
    ]);
  });

  it('throws for an endpoint of an unknown capability', () => {
    const unknownEndpoint = { ...allEndpoints[0]!, capability: 'unknown', key: 'thing' } as never;
    expect(() => listRoutes({ production: true }, [unknownEndpoint], {})).toThrow(
      'Contract and grants do not match:\n- endpoint unknown.thing has no grants in infra/routes/unknown.ts',
    );
  });
});
