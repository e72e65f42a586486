import type { Page } from 'playwright-core';
import type { Input } from '../../shared/contract/endpoint.ts';
import type { files as contract, ListedFile, OutlinedFile } from '../../shared/contract/files.ts';
import { FILES_BULK_LIMIT, FILES_PAGE_SIZE } from '../../shared/rules/limits.ts';
import { createPng } from './sample-files.ts';

/** Builds a different ThumbHash for each file, in Base64. */
function buildPlaceholder(index: number): string {
  const bytes = Buffer.from('1QcSHQRnh493V4dIh4eXh1h4kJUI', 'base64');
  bytes.writeUInt16LE(index, bytes.length - 2);
  return bytes.toString('base64');
}

/** Builds a picture as the list returns it. Its text and its place in the list depend on the index. */
function buildFile(index: number): ListedFile & { readonly id: string } {
  return {
    key: `files/other/${index}/reef.png`,
    id: String(index).padStart(22, '-'),
    fileName: `reef ${index + 1}.png`,
    contentType: 'image/png',
    size: 1000 + index,
    creditedBytes: 1000 + index,
    lastModified: '2026-01-05T10:00:00.000Z',
    // Heights differ, so that positions depend on the measured heights.
    description: index % 3 === 0 ? '' : 'A reef at noon, seen from the boat, with parrotfish. '.repeat(index % 5),
    altText: '',
    userId: 'other',
    uploaderName: 'Unknown User',
    userDepth: 0,
    likeCount: 0,
    likedByViewer: false,
    views: 0,
    url: '',
    media: {
      width: 256,
      height: 256,
      placeholder: buildPlaceholder(index),
      thumbnail: `/renditions/${index}/320.webp`,
    },
  };
}

/** Builds the shorter row of a file that Load All returns. */
function buildOutline({ id, fileName, contentType, lastModified, userId }: ReturnType<typeof buildFile>): OutlinedFile {
  return { id, searchText: fileName.toLowerCase(), contentType, lastModified, userId };
}

/**
 * Serves a list of pictures with thumbnails to a page: the first page of the list, files by their IDs, and for Load All
 * the maximum number of rows of one request.
 */
export async function serveLongFileList(page: Page): Promise<void> {
  const files = Array.from({ length: FILES_BULK_LIMIT }, (_, index) => buildFile(index));
  const outline = files.map(buildOutline);
  const filesById = new Map(files.map((file) => [file.id, file]));
  const picture = createPng(5000);

  await page.route(/\/renditions\//, (route) => route.fulfill({ body: picture, contentType: 'image/png' }));
  await page.route(/\/api\/files\/list$/, (route) => {
    const { requestId, ids, outline: wantsOutline }: Input<typeof contract.list> = route.request().postDataJSON();
    const listedFiles = ids ? ids.flatMap((id) => filesById.get(id) ?? []) : files.slice(0, FILES_PAGE_SIZE);
    const rows = wantsOutline ? { files: [], outline } : { files: listedFiles };
    return route.fulfill({ json: { success: true, ...rows, lastKey: null, requestId } });
  });
}
