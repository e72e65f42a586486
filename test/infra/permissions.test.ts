/** Tests the permissions that docs/permissions.md lists for each function. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { collectPermissions } from '../../infra/permissions.ts';
import { allEndpoints, isDeployed } from '../../shared/contract/contract.ts';
import { synthesize } from '../support/synthesis.ts';
import { readTemplate } from '../support/template.ts';

const { storage, sockets, api } = synthesize({ stage: 'prod' });
const permissions = collectPermissions([storage, sockets, api].map(readTemplate));

it('docs/permissions.md has a row for every production endpoint, and a name for every resource', () => {
  const endpoints = allEndpoints.filter((endpoint) => isDeployed(endpoint, { production: true }));
  for (const { name } of endpoints) expect([...permissions.keys()], name).toContain(name);

  const permissionLine = /^[\w:, -]+: [\w/ *]+( \([A-Za-z, ]+\))?$/;
  for (const [name, lines] of permissions) for (const line of lines) expect(line, name).toMatch(permissionLine);
});

it('only payment endpoints may read the keys of their provider', () => {
  const findReaders = (secret: string) =>
    [...permissions]
      .filter(([, permissionLines]) => permissionLines.some((line) => line.endsWith(secret)))
      .map(([name]) => name);

  expect(findReaders('StripeKeysSecret')).toEqual(['payments-create-payment-intent', 'payments-stripe-webhook']);
  expect(findReaders('PayPalKeysSecret')).toEqual([
    'payments-create-order',
    'payments-paypal-webhook',
    'payments-process-purchase',
  ]);
});

it("the README's tour removes a permission that the endpoint has", () => {
  const tour = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');

  const [, action] = /Remove `'(\w+)'` from `like`/.exec(tour) ?? [];

  expect(permissions.get('files-like')).toContainEqual(expect.stringContaining(`dynamodb:${action}`));
});
