/** Hostile texts as names and descriptions of files. Each is kept as the contract cleans it, or rejected. */
import { beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import { fileNameSchema } from '../../shared/contract/file-name.ts';
import { CONDUCT_LIMITS } from '../../shared/rules/conduct-limits.ts';
import { Member, storeBytes } from '../support/member.ts';
import { TEXT } from '../support/sample-files.ts';
import { countCases } from './support/attack-counts.ts';
import { expectDeclaredResponse } from './support/expected-response.ts';
import { NAUGHTY_STRINGS, split, toStoredText } from './support/naughty-strings.ts';

const { files, account } = contract;

let viewer: Member;

beforeAll(async () => {
  viewer = await Member.register();
  // The viewer is above all uploaders, so that every file is visible.
  for (let step = 0; step < 3; step++) await viewer.call(account.testContribution, {});
});

const readFiles = async (owner: Member) =>
  (await viewer.call(files.listOfMember, { userId: owner.userId, limit: 50 })).body.files;

/** Expects that a search for the name of a file finds this file. */
async function expectFound(uploader: Member, fileName: string, fileId: string): Promise<void> {
  const { body } = await uploader.call(files.list, { q: fileName, limit: 1000 });
  expect(
    body.files.map(({ key }) => key),
    JSON.stringify(fileName),
  ).toContain(fileId);
}

/** Expects that the URL of a file returns the uploaded text. */
async function expectDownload(url: string, fileName: string): Promise<void> {
  const download = await fetch(url);
  expect(await download.text(), JSON.stringify(fileName)).toBe(TEXT.toString());
}

const acceptedNames = NAUGHTY_STRINGS.filter((text) => fileNameSchema.safeParse(text).success);
const rejectedNames = NAUGHTY_STRINGS.filter((text) => !fileNameSchema.safeParse(text).success);

describe('file names', () => {
  it('rejects every naughty string that the rule for file names rejects', async () => {
    for (const text of rejectedNames) {
      countCases();
      const response = await viewer.requestUpload(TEXT, { fileName: text, fileType: 'text/plain' });

      expectDeclaredResponse(files.upload, response, { request: text, email: viewer.email });
      expect([text, response.body.code]).toEqual([text, 'InvalidInput']);
    }
  });

  it.each(split(acceptedNames, CONDUCT_LIMITS.uploads.new).map((texts, part) => [part, texts] as const))(
    'keeps naughty strings in lists, searches, and downloads (part %i)',
    async (_, texts) => {
      const uploader = await Member.register();
      const names = new Set<string>();

      for (const fileName of texts) {
        countCases();
        const upload = await uploader.prepareUpload(TEXT, { fileName, fileType: 'text/plain' });
        await storeBytes(upload, TEXT);
        const { body } = await uploader.call(files.saveMetadata, { fileId: upload.fileId, fileName });
        expect(body.file?.fileName, JSON.stringify(fileName)).toBe(fileName);

        names.add(fileName);

        await expectFound(uploader, fileName, upload.fileId);

        const { body: viewResult } = await viewer.call(files.view, { fileId: upload.fileId });
        await expectDownload(viewResult.url, fileName);
      }

      expect(new Set((await readFiles(uploader)).map(({ fileName }) => fileName))).toEqual(names);
    },
  );
});

describe('POST /files/save-metadata', () => {
  const { description, altText } = files.saveMetadata.body.shape;
  const storableTexts = NAUGHTY_STRINGS.filter((text) => toStoredText(description, text) !== undefined);

  it.each(split(storableTexts, CONDUCT_LIMITS.uploads.new).map((texts, part) => [part, texts] as const))(
    'keeps naughty strings as descriptions and alternative texts (part %i)',
    async (_, texts) => {
      const uploader = await Member.register();
      const expectedTexts = new Map<string, readonly unknown[]>();

      for (const text of texts) {
        countCases();
        // Alternative texts may not be as long as descriptions.
        const storableAlt = toStoredText(altText, text) === undefined ? 'too long' : text;

        const fileId = await uploader.storeFile('recorded.txt', 'text/plain', TEXT);
        const { body } = await uploader.call(files.saveMetadata, { fileId, description: text, altText: storableAlt });
        const storedTexts = [toStoredText(description, text), toStoredText(altText, storableAlt)];

        expect([body.file?.description, body.file?.altText], JSON.stringify(text)).toEqual(storedTexts);
        expectedTexts.set(fileId, storedTexts);
      }

      const listedTexts = (await readFiles(uploader)).map(
        (file) => [file.key, [file.description, file.altText]] as const,
      );
      expect(new Map(listedTexts)).toEqual(expectedTexts);
    },
  );

  it.each(['description', 'altText'] as const)('rejects each %s that the contract rejects', async (field) => {
    const fileId = await viewer.storeFile('rejected.txt', 'text/plain', TEXT);
    const schema = files.saveMetadata.body.shape[field];

    for (const text of NAUGHTY_STRINGS.filter((candidate) => toStoredText(schema, candidate) === undefined)) {
      countCases();
      const response = await viewer.call(files.saveMetadata, { fileId, [field]: text });

      expectDeclaredResponse(files.saveMetadata, response, { request: text, email: viewer.email });
      expect([text, response.body.code]).toEqual([text, 'InvalidInput']);
    }
  });
});

describe('edited files', () => {
  const { description, altText } = files.edit.body.shape;

  it.each(split(NAUGHTY_STRINGS, CONDUCT_LIMITS.fileEdits.new).map((texts, part) => [part, texts] as const))(
    'keeps the naughty strings that the contract accepts as edited descriptions and alternative texts (part %i)',
    async (_, texts) => {
      const uploader = await Member.register();
      const { key: fileId } = await uploader.upload('described.txt', 'text/plain', TEXT);

      for (const text of texts) {
        countCases();
        const response = await uploader.call(files.edit, { fileId, description: text, altText: text });
        expectDeclaredResponse(files.edit, response, { request: text, email: uploader.email });

        const expectedTexts = { description: toStoredText(description, text), altText: toStoredText(altText, text) };
        if (Object.values(expectedTexts).includes(undefined)) {
          expect([text, response.body.code]).toEqual([text, 'InvalidInput']);
          continue;
        }

        expect(response.body.file, JSON.stringify(text)).toMatchObject(expectedTexts);
        expect(await readFiles(uploader), JSON.stringify(text)).toMatchObject([expectedTexts]);
      }
    },
  );

  it.each(split(acceptedNames, CONDUCT_LIMITS.fileEdits.new).map((texts, part) => [part, texts] as const))(
    'keeps naughty strings as edited names (part %i)',
    async (_, texts) => {
      const uploader = await Member.register();
      const { key: fileId } = await uploader.upload('renamed.txt', 'text/plain', TEXT);

      for (const fileName of texts) {
        countCases();
        const { body } = await uploader.call(files.edit, { fileId, fileName });

        expect(body.file?.fileName, JSON.stringify(fileName)).toBe(fileName);
        await expectDownload(body.file.url, fileName);
        await expectFound(uploader, fileName, fileId);
      }
    },
  );
});

describe('POST /files/list', () => {
  it('responds to naughty search texts and request IDs as declared', async () => {
    for (const text of NAUGHTY_STRINGS) {
      countCases();
      const response = await viewer.call(files.list, { q: text, requestId: text });

      expectDeclaredResponse(files.list, response, { request: text });
      if (response.status === 200) expect(response.body.requestId).toBe(text);
    }
  });
});
