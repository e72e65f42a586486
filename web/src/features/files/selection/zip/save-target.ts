/** Maximum size of an archive that is collected in memory before it is saved, in bytes. */
export const MAX_BLOB_BYTES = 500 * 1024 * 1024;

/** How long the browser may take to start a download, in milliseconds. */
const DOWNLOAD_START_MS = 60_000;

/** Where an archive is saved. */
export interface SaveTarget {
  /** Maximum size of the archive, in bytes. */
  readonly maxBytes: number;
  /** Saves the archive. Nothing remains if the stream fails, or if the signal is aborted. */
  readonly save: (stream: ReadableStream<Uint8Array>, signal: AbortSignal) => Promise<void>;
}

/** The used part of a file that the member has chosen. */
interface FileHandle {
  readonly createWritable: () => Promise<WritableStream<Uint8Array>>;
}

/** The part of `window` that is used. Only some browsers have the dialog. */
interface SaveWindow {
  readonly showSaveFilePicker?: (options: { readonly suggestedName: string }) => Promise<FileHandle>;
}

/**
 * Returns where to save an archive. Call it in a click handler, because browsers open their dialog only then.
 *
 * Browsers with a save dialog write to the chosen file while the archive arrives. Other browsers first collect the
 * archive in memory.
 *
 * @returns undefined if the member closes the dialog
 */
export async function chooseSaveTarget(name: string, browser: SaveWindow = window as SaveWindow) {
  if (!browser.showSaveFilePicker) return createDownload(name);

  try {
    const handle = await browser.showSaveFilePicker({ suggestedName: name });
    return createFileTarget(handle);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;

    // The dialog isn't allowed here, e.g. because the page is embedded, or an administrator has forbidden the dialog.
    return createDownload(name);
  }
}

/** Returns a target that writes to a file while the archive arrives. */
function createFileTarget(handle: FileHandle): SaveTarget {
  return {
    maxBytes: Number.POSITIVE_INFINITY,
    async save(stream, signal) {
      await stream.pipeTo(await handle.createWritable(), { signal });
    },
  };
}

/** Returns a target that collects the archive in memory, and then downloads it under this name. */
function createDownload(name: string): SaveTarget {
  return {
    maxBytes: MAX_BLOB_BYTES,
    async save(stream, signal) {
      const blob = await new Response(stream.pipeThrough(new TransformStream(), { signal })).blob();
      const url = URL.createObjectURL(new Blob([blob], { type: 'application/zip' }));

      const link = Object.assign(document.createElement('a'), { href: url, download: name });
      link.click();

      // The browser needs the URL until it has started the download.
      setTimeout(() => URL.revokeObjectURL(url), DOWNLOAD_START_MS);
    },
  };
}
