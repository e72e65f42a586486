/** Tests of the list of devices. Cognito returns it in pages of at most 60 devices, in no documented order. */
import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEventV2WithJWTAuthorizer } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeCognito } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { readCaller } from '../platform/identity.ts';
import { createProfile, refuseTokensBefore } from '../table/profile.ts';
import { readSignInSettings } from './sign-in-settings.ts';

/** When the member's earlier sessions ended, in seconds since 1970. */
const SESSIONS_ENDED_AT = 1_000_000;

let stopTable: () => Promise<void>;
beforeAll(async () => {
  stopTable = await startTable();
});
afterAll(() => stopTable());

/** Builds a device as Cognito returns it. `lastSignIn` is in seconds since the member's sessions have ended. */
const buildDevice = (DeviceKey: string, lastSignIn: number) => ({
  DeviceKey,
  DeviceCreateDate: new Date(0),
  DeviceLastAuthenticatedDate: new Date((SESSIONS_ENDED_AT + lastSignIn) * 1000),
});

/** Builds a page of 60 devices whose sessions have ended. */
const buildEndedPage = (page: number) =>
  Array.from({ length: 60 }, (_, index) => buildDevice(`ended-${page}-${index}`, -1 - index));

/**
 * Reads the settings of a new member whose devices Cognito lists on these pages.
 *
 * @returns the IDs of the listed devices, and the tokens of the pages that the function requested
 */
async function listDevices(pages: readonly (readonly object[])[]) {
  const userId = randomUUID();
  const email = `${userId}@fathom.example`;
  await createProfile({ userId, email, username: 'Ada' });
  await refuseTokensBefore(userId, SESSIONS_ENDED_AT);

  const claims = { sub: userId, username: userId, token_use: 'access', iat: String(SESSIONS_ENDED_AT) };
  const caller = readCaller({
    headers: {},
    requestContext: { authorizer: { jwt: { claims } } },
  } as unknown as APIGatewayProxyEventV2WithJWTAuthorizer);

  const tokens: unknown[] = [];
  fakeCognito({
    AdminGetUser: () => ({
      UserAttributes: [
        { Name: 'sub', Value: userId },
        { Name: 'email', Value: email },
      ],
    }),
    AdminListDevices: ({ PaginationToken }) => {
      tokens.push(PaginationToken);
      const index = Number(PaginationToken ?? 0);
      return { Devices: pages[index], ...(index + 1 < pages.length && { PaginationToken: String(index + 1) }) };
    },
  });

  const { devices } = await readSignInSettings(caller);
  return { ids: devices.map(({ id }) => id), tokens };
}

describe('readSignInSettings', () => {
  it('lists a signed-in device that Cognito returns after 60 devices whose sessions have ended', async () => {
    const { ids } = await listDevices([buildEndedPage(0), [buildDevice('older', 1), buildDevice('newer', 2)]]);

    expect(ids).toEqual(['newer', 'older']);
  });

  it('lists the 60 devices with the newest sign-ins of all pages', async () => {
    const devices = Array.from({ length: 61 }, (_, index) => buildDevice(`device-${index}`, index));

    const { ids } = await listDevices([devices.slice(0, 60), devices.slice(60)]);

    expect(ids).toHaveLength(60);
    expect(ids[0]).toBe('device-60');
    expect(ids).not.toContain('device-0');
  });

  it('reads at most ten pages', async () => {
    const { tokens } = await listDevices(Array.from({ length: 11 }, (_, page) => buildEndedPage(page)));

    expect(tokens).toHaveLength(10);
  });
});
