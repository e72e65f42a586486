import { describe, expect, it } from 'vitest';
import { sampleFile } from '../../../../test-support/sample-data.ts';
import { writeZip } from './write-zip.ts';

const files = ['reef.png', 'reef.png', 'log.txt'].map((fileName, index) =>
  sampleFile({ key: String(index), fileName, lastModified: '2026-01-05T10:00:00.000Z' }),
);

/** Returns the names in an archive's central directory. */
function readNames(bytes: Buffer): string[] {
  const names: string[] = [];
  for (let at = bytes.indexOf('PK\x01\x02'); at >= 0; at = bytes.indexOf('PK\x01\x02', at + 4)) {
    names.push(bytes.toString('utf8', at + 46, at + 46 + bytes.readUInt16LE(at + 28)));
  }
  return names;
}

const readAll = async (stream: ReadableStream<Uint8Array>) => Buffer.from(await new Response(stream).arrayBuffer());

describe('writeZip', () => {
  it('writes all files under different names, and reports the written bytes', async () => {
    let arrivedBytes = 0;
    const zip = writeZip(files, {
      open: async ({ key }) => new Response(`bytes of ${key}`),
      onBytes: (bytes) => {
        arrivedBytes += bytes;
      },
    });
    const bytes = await readAll(zip.stream);

    expect(readNames(bytes)).toEqual(['reef.png', 'reef (2).png', 'log.txt']);
    for (const { key } of files) expect(bytes.includes(`bytes of ${key}`)).toBe(true);
    expect(arrivedBytes).toBe(30);
    expect(zip.outcome()).toEqual({ done: files, failed: [] });
  });

  it('leaves out a file that cannot be opened, and reports it', async () => {
    const zip = writeZip(files, {
      open: async ({ key }) => {
        if (key === '1') throw new Error('No such file.');
        return new Response(key);
      },
      onBytes: () => {},
    });

    expect(readNames(await readAll(zip.stream))).toEqual(['reef.png', 'log.txt']);
    expect(zip.outcome()).toEqual({
      done: [files[0], files[2]],
      failed: [{ file: files[1], error: new Error('No such file.') }],
    });
  });

  it('fails if no file can be opened', async () => {
    const zip = writeZip(files, { open: () => Promise.reject(new Error('Offline.')), onBytes: () => {} });
    await expect(readAll(zip.stream)).rejects.toThrow('Offline.');
  });

  it('fails if the stream of a file breaks, so that no incomplete file is saved', async () => {
    const brokenStream = () => {
      let wasSent = false;
      return new ReadableStream<Uint8Array>({
        pull(controller) {
          if (wasSent) controller.error(new Error('Connection lost.'));
          else controller.enqueue(new Uint8Array(3));
          wasSent = true;
        },
      });
    };

    const zip = writeZip(files, {
      open: async ({ key }) => new Response(key === '1' ? brokenStream() : key),
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

    expect(openedCount).toBeLessThanOrEqual(5);
    await reader.cancel().catch(() => {});
  });
});
