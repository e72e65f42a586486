/** Tests of where a zip archive is written: to a file that the member chooses, or into memory. */
import { describe, expect, it } from 'vitest';
import { chooseSaveTarget, MAX_BLOB_BYTES } from './save-target.ts';

/** Builds a browser whose dialog fails with an error of this name. */
const buildFailingBrowser = (name: string) => ({
  showSaveFilePicker: () => Promise.reject(new DOMException('', name)),
});

describe('chooseSaveTarget', () => {
  it('writes the archive to the file that the member chooses', async () => {
    const chunks: string[] = [];
    let pickerName = '';

    const target = await chooseSaveTarget('files.zip', {
      showSaveFilePicker: async ({ suggestedName }) => {
        pickerName = suggestedName;
        return {
          createWritable: async () =>
            new WritableStream<Uint8Array>({ write: (chunk) => void chunks.push(new TextDecoder().decode(chunk)) }),
        };
      },
    });
    await target!.save(new Blob(['archive']).stream(), new AbortController().signal);

    expect(pickerName).toBe('files.zip');
    expect(chunks.join('')).toBe('archive');
    expect(target!.maxBytes).toBe(Number.POSITIVE_INFINITY);
  });

  it('discards the file if the download is stopped', async () => {
    const stop = new AbortController();
    let wasDiscarded = false;

    const target = await chooseSaveTarget('files.zip', {
      showSaveFilePicker: async () => ({
        createWritable: async () =>
          new WritableStream<Uint8Array>({
            write: () => stop.abort(),
            abort() {
              wasDiscarded = true;
            },
          }),
      }),
    });
    const endlessStream = new ReadableStream<Uint8Array>({ pull: (stream) => stream.enqueue(new Uint8Array(8)) });

    await expect(target!.save(endlessStream, stop.signal)).rejects.toThrow('abort');
    expect(wasDiscarded).toBe(true);
  });

  it('returns undefined if the member closes the dialog', async () =>
    expect(await chooseSaveTarget('files.zip', buildFailingBrowser('AbortError'))).toBeUndefined());

  it.each([
    ['without the dialog', {}],
    ['where the dialog is not allowed', buildFailingBrowser('SecurityError')],
  ])('collects an archive of limited size in browsers %s', async (_, browser) =>
    expect((await chooseSaveTarget('files.zip', browser))?.maxBytes).toBe(MAX_BLOB_BYTES),
  );
});
