import type { Page } from 'playwright-core';

/** The call of our API that returns the presigned URL of an upload. */
export const UPLOAD_CALL = /\/api\/files\/upload$/;

/** A call of S3 with a presigned URL. */
export const S3_CALL = /X-Amz-/;

/** Chooses a text file on the upload screen. */
export const chooseFile = (page: Page, name: string, buffer = Buffer.from('tide')) =>
  page.locator('.drop-zone input').setInputFiles({ name, mimeType: 'text/plain', buffer });
