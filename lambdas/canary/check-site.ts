/*
 * The check of the canary: a function that uses the deployed site like a member every half hour. An alarm starts when
 * two checks in a row fail.
 */
import { randomUUID } from 'node:crypto';
import { contract } from '../../shared/contract/contract.ts';
import type { Endpoint, EndpointDefinition, Request, Response } from '../../shared/contract/endpoint.ts';
import type { ListedFile } from '../../shared/contract/files.ts';
import { buildHttpRequest } from '../../shared/contract/http-request.ts';
import { computeChecksum } from '../../shared/upload/checksum.ts';

/** Thrown when a step of the check fails. The message contains no personal data. */
export class CheckFailed extends Error {
  override readonly name = 'CheckFailed';
  constructor(step: string, problem: string) {
    super(`${step}: ${problem}`);
  }
}

/** Maximum duration of a request, in milliseconds. Longer than the functions' own timeout of ten seconds. */
const REQUEST_TIMEOUT_MS = 15_000;

/** The name of the file that the canary uploads. */
const FILE_NAME = 'canary.txt';

/** Calls an endpoint with the canary's token, and returns its response. */
type Call = <D extends EndpointDefinition>(endpoint: Endpoint<D>, input: Request<D>) => Promise<Response<D>>;

interface SiteCheck {
  /** The site's public URL, without a slash at the end. */
  readonly siteUrl: string;
  /** Signs the canary member in. Returns an access token. */
  readonly signIn: () => Promise<string>;
  /** Whether to upload a file, which counts towards the member's limit. */
  readonly shouldUpload: boolean;
}

/**
 * Uses the site as a member does: opens the page, signs in, and lists the member's files. With `shouldUpload`, it
 * also uploads, reads, and deletes a file.
 *
 * Deletes the file that an interrupted check has left, so that the canary never has more than one file.
 *
 * @throws CheckFailed naming the step that failed
 */
export async function checkSite({ siteUrl, signIn, shouldUpload }: SiteCheck): Promise<void> {
  await send('page', siteUrl);
  const token = await signIn();

  const call: Call = async (endpoint, input) => {
    const { path, body } = buildHttpRequest(endpoint, input);
    const response = await send(endpoint.name, `${siteUrl}/api${path}`, {
      method: endpoint.method,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body }),
    });
    // The canary doesn't validate the response, so its type is only assumed.
    return (await response.json()) as never;
  };

  const { profile } = await call(contract.account.me, {});
  const { files: leftovers } = await call(contract.files.listOfMember, { userId: profile.id });
  for (const { key: fileId } of leftovers) await call(contract.files.delete, { fileId });
  if (!shouldUpload) return;

  const text = `Canary ${randomUUID()}\n`;
  const { key: fileId, scanning } = await upload(call, new TextEncoder().encode(text));

  try {
    // A file that is being scanned for malware can't be opened yet.
    if (!scanning) await requireContent(call, fileId, text);
  } finally {
    await call(contract.files.delete, { fileId });
  }
}

/** Uploads a text file as the page does. */
async function upload(call: Call, bytes: Uint8Array<ArrayBuffer>): Promise<ListedFile> {
  const { presignedUrl, headers, fileId } = await call(contract.files.upload, {
    fileName: FILE_NAME,
    fileType: 'text/plain',
    fileSize: bytes.length,
    checksum: await computeChecksum(bytes),
  });
  await send('upload of the bytes', presignedUrl, { method: 'PUT', headers, body: bytes });

  const { file } = await call(contract.files.saveMetadata, { fileId, fileName: FILE_NAME });
  return file;
}

/**
 * Downloads a file, and checks its content.
 *
 * @throws CheckFailed if the download isn't the uploaded text
 */
async function requireContent(call: Call, fileId: string, text: string): Promise<void> {
  const { url } = await call(contract.files.view, { fileId });
  const response = await send('download', url);
  if ((await response.text()) !== text) throw new CheckFailed('download', 'not the bytes that were uploaded');
}

/** Sends a request. The error has no URL, because presigned URLs are secret. */
async function send(step: string, url: string, init: RequestInit = {}): Promise<globalThis.Response> {
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const response = await fetch(url, { ...init, signal }).catch((error: Error) => {
    throw new CheckFailed(step, error.name);
  });
  if (response.status === 200) return response;

  const requestId = response.headers.get('apigw-requestid');
  throw new CheckFailed(step, `status ${response.status}${requestId ? `, request ${requestId}` : ''}`);
}
