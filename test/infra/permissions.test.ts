import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { permissionsDocument, permissionsOf } from '../../infra/permissions.ts';
import { allEndpoints, isPartOf } from '../../shared/contract/contract.ts';
import { synthesise } from '../support/synthesis.ts';

const { storage, sockets, api } = synthesise({ stage: 'prod' });
const templates = [storage, sockets, api].map(
  (template) => template.toJSON() as Parameters<typeof permissionsOf>[0][0],
);
const permissions = permissionsOf(templates);

it('docs/permissions.md says what the templates say (npm run permissions writes it)', () => {
  const written = readFileSync(new URL('../../docs/permissions.md', import.meta.url), 'utf8');
  expect(written).toBe(permissionsDocument(templates));
});

it('every endpoint of production has its row, and every resource a name', () => {
  const endpoints = allEndpoints.filter((endpoint) => isPartOf(endpoint, { production: true }));
  for (const { name } of endpoints) expect([...permissions.keys()], name).toContain(name.replaceAll('-', ''));
  for (const [name, allowed] of permissions)
    for (const line of allowed) expect(line, name).toMatch(/^[\w:, -]+: [\w/ *]+( \([A-Z, ]+\))?$/);
});

it('only what pays may read a provider’s keys, and only who writes posts or comments may remember having done so', () => {
  const readers = (secret: string) =>
    [...permissions].filter(([, allowed]) => allowed.some((line) => line.endsWith(secret))).map(([name]) => name);
  expect(readers('StripeKeysSecret')).toEqual(['paymentscreatepaymentintent', 'paymentsstripewebhook']);
  expect(readers('PayPalKeysSecret')).toEqual([
    'paymentscreateorder',
    'paymentspaypalwebhook',
    'paymentsprocesspurchase',
  ]);
});
