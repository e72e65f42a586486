import { describe, expect, it } from 'vitest';
import { chooseSaveTarget, MAX_BLOB_BYTES } from './save-target.ts';

const fail = (name: string) => ({ showSaveFilePicker: () => Promise.reject(new DOMException('', name)) });

describe('chooseSaveTarget', () => {
  it('writes to the file that the member chooses, while the archive arrives', async () => {
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

    expect([pickerName, chunks.join(''), target!.maxBytes]).toEqual(['files.zip', 'archive', Number.POSITIVE_INFINITY]);
  });

  it('discards the file if the download is stopped', async () => {
    const controller = new AbortController();
    let wasDiscarded = false;
    const target = await chooseSaveTarget('files.zip', {
      showSaveFilePicker: async () => ({
        createWritable: async () =>
          new WritableStream<Uint8Array>({
            write: () => controller.abort(),
            abort() {
              wasDiscarded = true;
            },
          }),
      }),
    });
    const endless = new ReadableStream<Uint8Array>({ pull: (stream) => stream.enqueue(new Uint8Array(8)) });

    await expect(target!.save(endless, controller.signal)).rejects.toThrow('abort');
    expect(wasDiscarded).toBe(true);
  });

  it('saves nothing if the member closes the dialog', async () =>
    expect(await chooseSaveTarget('files.zip', fail('AbortError'))).toBeUndefined());

  it.each([
    ['without the dialog', {}],
    ['where the dialog is not allowed', fail('SecurityError')],
  ])('collects a limited archive in browsers %s', async (_, browser) =>
    expect((await chooseSaveTarget('files.zip', browser))?.maxBytes).toBe(MAX_BLOB_BYTES),
  );
});
