/** Tests of writing selected files into one zip archive while they are downloaded. */
import { describe, expect, it } from 'vitest';
import { sampleFile } from '../../../../test-support/sample-data.ts';
import { writeZip } from './write-zip.ts';

/** Starts each entry of an archive's central directory. */
const ENTRY_SIGNATURE = 'PK\x01\x02';

/** Offsets in an entry, in bytes: of the length of its name, and of the name. See section 4.3.12 of APPNOTE.TXT. */
const NAME_LENGTH_OFFSET = 28;
const NAME_OFFSET = 46;

/** Three files. Two of them have the same name. */
const files = ['reef.png', 'reef.png', 'log.txt'].map((fileName, index) =>
  sampleFile({ key: String(index), fileName, lastModified: '2026-01-05T10:00:00.000Z' }),
);

/** Returns the names in an archive's central directory. */
function readNames(archive: Buffer): string[] {
  const names: string[] = [];
  let entry = archive.indexOf(ENTRY_SIGNATURE);

  while (entry >= 0) {
    const nameStart = entry + NAME_OFFSET;
    const nameEnd = nameStart + archive.readUInt16LE(entry + NAME_LENGTH_OFFSET);
    names.push(archive.toString('utf8', nameStart, nameEnd));

    entry = archive.indexOf(ENTRY_SIGNATURE, nameEnd);
  }

  return names;
}

const readAll = async (stream: ReadableStream<Uint8Array>) => Buffer.from(await new Response(stream).arrayBuffer());

/** Returns a stream that sends three bytes, and then fails. */
function createBrokenStream(): ReadableStream<Uint8Array> {
  let wasSent = false;

  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (wasSent) controller.error(new Error('Connection lost.'));
      else controller.enqueue(new Uint8Array(3));
      wasSent = true;
    },
  });
}

describe('writeZip', () => {
  it('writes all files under different names, and reports the bytes that arrive', async () => {
    let arrivedBytes = 0;
    const zip = writeZip(files, {
      open: async ({ key }) => new Response(`bytes of ${key}`),
      onBytes: (bytes) => {
        arrivedBytes += bytes;
      },
    });

    const archive = await readAll(zip.stream);

    expect(readNames(archive)).toEqual(['reef.png', 'reef (2).png', 'log.txt']);
    for (const { key } of files) expect(archive.includes(`bytes of ${key}`)).toBe(true);

    // Three files of ten bytes.
    expect(arrivedBytes).toBe(30);
    expect(zip.getOutcome()).toEqual({ doneFiles: files, failures: [] });
  });

  it('leaves out and reports a file that cannot be opened', async () => {
    const zip = writeZip(files, {
      open: async ({ key }) => {
        if (key === '1') throw new Error('No such file.');
        return new Response(key);
      },
      onBytes: () => {},
    });

    expect(readNames(await readAll(zip.stream))).toEqual(['reef.png', 'log.txt']);
    expect(zip.getOutcome()).toEqual({
      doneFiles: [files[0], files[2]],
      failures: [{ file: files[1], error: new Error('No such file.') }],
    });
  });

  it('fails if no file can be opened', async () => {
    const zip = writeZip(files, { open: () => Promise.reject(new Error('Offline.')), onBytes: () => {} });

    await expect(readAll(zip.stream)).rejects.toThrow('Offline.');
  });

  it('fails if the stream of a file breaks, so that no incomplete file is saved', async () => {
    const zip = writeZip(files, {
      open: async ({ key }) => new Response(key === '1' ? createBrokenStream() : key),
      onBytes: () => {},
    });

    await expect(readAll(zip.stream)).rejects.toThrow('Connection lost.');
  });

  it('requests only a few files ahead', async () => {
    const manyFiles = Array.from({ length: 20 }, (_, index) =>
      sampleFile({ key: String(index), fileName: `${index}.txt` }),
    );

    let openedCount = 0;
    const zip = writeZip(manyFiles, {
      open: async () => {
        openedCount += 1;
        return new Response('x'.repeat(1000));
      },
      onBytes: () => {},
    });

    const reader = zip.stream.getReader();
    await reader.read();

    // At most the first two files, and three files ahead of them.
    expect(openedCount).toBeLessThanOrEqual(5);

    await reader.cancel().catch(() => {});
  });
});
