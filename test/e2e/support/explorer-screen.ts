import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { createPng, PDF } from '../../support/sample-files.ts';
import { hideRenditions, type SmallFile, uploadFile } from './api-calls.ts';
import { openMember } from './member-browser.ts';

/** The name of every file here contains this text, so that searches find only the files of this test. */
export const mark = randomUUID().slice(0, 8);

export const PICTURE: SmallFile = { name: `reef ${mark}.png`, type: 'image/png', bytes: createPng(1_200_000) };

/** A text that would change the title of the page if it were shown as HTML. */
export const NOTES: SmallFile = {
  name: `notes ${mark}.txt`,
  type: 'text/plain',
  bytes: Buffer.from('<script>document.title = "sunk"</script> Bring a torch.\n'),
};

export const LOG: SmallFile = { name: `log ${mark}.pdf`, type: 'application/pdf', bytes: PDF };

/** Returns the names in the list, in their order. */
export const readFileNames = (page: Page) => page.getByRole('heading', { level: 3 }).allTextContents();

export const cardOf = (page: Page, { name }: SmallFile) => page.getByRole('listitem', { name, exact: true });

/** Opens the list of these three files, newest first. */
export async function openFiles(page: Page): Promise<void> {
  await page.goto(`${inject('url')}/files?q=${mark}`);
  await cardOf(page, PICTURE).waitFor();
  expect(await readFileNames(page)).toEqual([PICTURE.name, LOG.name, NOTES.name]);
}

/** Uploads the files as a new member, the owner. Then opens them as the owner, and as another member, the viewer. */
export async function uploadAndOpenFiles(browser: Browser): Promise<{ owner: Page; viewer: Page }> {
  const [owner, viewer] = await Promise.all([openMember(browser, 'Isla Brandt'), openMember(browser, 'Timo Reef')]);

  // The viewer needs the depth of the owner to see all files.
  await uploadFile(viewer, { ...PICTURE, name: 'ballast.png', bytes: createPng(3_000_000) });
  for (const file of [NOTES, LOG, PICTURE]) await uploadFile(owner, file);

  // Pictures with renditions are tested in picture-viewer.test.ts.
  await hideRenditions(viewer);
  await Promise.all([openFiles(owner), openFiles(viewer)]);
  return { owner, viewer };
}
