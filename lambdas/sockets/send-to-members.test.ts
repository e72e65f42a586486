import { describe, expect, it } from 'vitest';
import { managementEndpoint, sendToMembers } from './send-to-members.ts';

it.each([
  [
    'wss://a1b2.execute-api.eu-west-1.amazonaws.com/live',
    undefined,
    'https://a1b2.execute-api.eu-west-1.amazonaws.com/live',
  ],
  ['ws://127.0.0.1:4601/live', '', 'http://127.0.0.1:4601/live'],
  [
    'http://a1b2.execute-api.localhost:4566/live',
    'http://127.0.0.1:4566',
    'http://127.0.0.1:4566/_aws/execute-api/a1b2/live',
  ],
  [
    'wss://a1b2.execute-api.localhost:4566/live',
    'http://emulator:4566/',
    'http://emulator:4566/_aws/execute-api/a1b2/live',
  ],
])('managementEndpoint of %s with AWS_ENDPOINT_URL %s is %s', (socketUrl, awsUrl, endpoint) => {
  expect(managementEndpoint(socketUrl, awsUrl)).toBe(endpoint);
});

describe('sendToMembers', () => {
  it("doesn't throw if the table is unavailable", async () => {
    await expect(sendToMembers(['ada', 'bo'], { type: 'depth', depth: 3 })).resolves.toBeUndefined();
  });
});
