import type { Page } from 'playwright-core';

/** Matches the URL of the endpoint that returns the presigned URL of an upload. */
export const UPLOAD_API_URL = /\/api\/files\/upload$/;

/** Matches a presigned URL of S3. */
export const PRESIGNED_URL = /X-Amz-/;

/** Chooses a text file on the upload screen. */
export const chooseFile = (page: Page, name: string, buffer = Buffer.from('tide')) =>
  page.locator('.drop-zone input').setInputFiles({ name, mimeType: 'text/plain', buffer });
