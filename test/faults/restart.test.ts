/** What a restart of the local cloud preserves: addresses, sessions, presigned URLs, and data. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import { Member, PASSWORD, storeBytes } from '../support/member.ts';
import { createPng } from '../support/sample-files.ts';
import { MemberSocket } from '../support/socket.ts';
import { startFaultCloud } from './fault-cloud.ts';

const { cloud, restart } = await startFaultCloud();
const fetchConfig = async () => (await fetch(`${cloud.url}/config.json`)).text();

it('keeps every address that a page has loaded after a restart', async () => {
  const configBefore = await fetchConfig();
  await restart();
  expect(await fetchConfig()).toBe(configBefore);
});

it('serves everything except the payment providers at one origin', () => {
  const { apiUrl, userPoolEndpoint, socketUrl, stripe, paypal } = cloud.config;
  const { port } = new URL(cloud.url);

  for (const address of [apiUrl, userPoolEndpoint!]) expect(new URL(address).origin).toBe(cloud.url);
  expect(new URL(socketUrl).host).toBe(`127.0.0.1:${port}`);
  expect(cloud.environment.AWS_ENDPOINT_URL_S3).toBe(`${cloud.url}/s3`);

  // The providers have other origins, so that the page can't read a card number or press the buyer's button.
  const origins = [cloud.url, stripe!.scriptUrl, paypal!.sdkBaseUrl].map((address) => new URL(address).origin);
  expect(new Set(origins).size).toBe(3);
});

it('renews sessions that were started before the restart', async () => {
  const { userPoolClientId: ClientId, userPoolEndpoint, apiUrl } = cloud.config;
  /** Sends an operation to the local user pool, as the browser's sign-in does. */
  const callPool = async (operation: string, input: object) => {
    const headers = { 'x-amz-target': `AWSCognitoIdentityProviderService.${operation}` };
    const body = JSON.stringify({ ClientId, ...input });
    const response = await fetch(userPoolEndpoint!, { method: 'POST', headers, body });
    return (await response.json()) as {
      AuthenticationResult: Readonly<Record<string, string>> & { NewDeviceMetadata: { DeviceKey: string } };
    };
  };

  // Signs in and confirms the device, like the web app.
  const { email } = await Member.register();
  const AuthParameters = { USERNAME: email, PASSWORD };
  const signInResult = await callPool('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters });
  const { AccessToken, RefreshToken, NewDeviceMetadata } = signInResult.AuthenticationResult;
  const { DeviceKey } = NewDeviceMetadata;
  const DeviceSecretVerifierConfig = { PasswordVerifier: 'dmVyaWZpZXI=', Salt: 'c2FsdA==' };

  await callPool('ConfirmDevice', { AccessToken, DeviceKey, DeviceSecretVerifierConfig });

  await restart();

  const renewal = await callPool('GetTokensFromRefreshToken', { RefreshToken, DeviceKey });
  const authorization = `Bearer ${renewal.AuthenticationResult.AccessToken}`;

  expect((await fetch(`${apiUrl}/me`, { headers: { authorization } })).status).toBe(200);
});

it('keeps tokens, presigned URLs, and the URL of the socket valid after a restart', async () => {
  const member = await Member.register();
  const bytes = createPng(1000);
  const { url } = await member.upload('reef.png', 'image/png', bytes);
  const pendingUpload = await member.prepareUpload(bytes);
  const socket = await MemberSocket.open(member, cloud.config.socketUrl);
  const closeCode = socket.waitForClose();

  await restart();

  // The close code "going away".
  expect(await closeCode).toBe(1001);
  expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(bytes)).toBe(true);

  await storeBytes(pendingUpload, bytes);
  expect((await member.call(contract.files.saveMetadata, { fileId: pendingUpload.fileId })).status).toBe(200);

  const partner = await Member.register();
  await partner.ensureProfile();
  const newSocket = await MemberSocket.open(member, cloud.config.socketUrl);
  const text = `Still here ${randomUUID()}`;

  await newSocket.sendMessage(partner, text);
  const { body } = await partner.call(contract.messages.conversation, { userId: member.userId });
  expect(body.messages.map(({ content }) => content)).toEqual([text]);

  await newSocket.close();
});
