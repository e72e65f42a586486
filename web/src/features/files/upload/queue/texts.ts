/** Texts of the list of several files to upload. */
export const texts = {
  filesToUpload: 'Files to upload',
  // Before the uploads
  countOf: (count: number, size: string) => `${count} ${count === 1 ? 'file' : 'files'}, ${size}`,
  uploadMany: (count: number) => (count === 1 ? 'Upload File' : `Upload ${count} Files`),
  retryMany: (count: number) => (count === 1 ? 'Retry 1 file' : `Retry ${count} files`),
  removeAll: 'Remove all',
  // The progress of all files
  uploadingMany: 'Uploading your files',
  filesDone: (shared: number, total: number) => `${shared} of ${total} files`,
  filesFailed: (count: number) => `${count} failed`,
  percentAndBytes: (percent: number, sent: string, total: string) => `${percent}%, ${sent} of ${total}`,
  // The row of a file
  renamedFrom: (name: string) => `Renamed from “${name}”`,
  describePictureOf: (name: string) => `Describe the picture ${name}`,
  detailsOf: (name: string) => `Details of ${name}`,
  shared: 'Shared.',
  opensSoon: 'It opens after a short check.',
  retry: 'Retry',
  retryOf: (name: string) => `Retry ${name}`,
  pauseOf: (name: string) => `Pause ${name}`,
  resumeOf: (name: string) => `Resume ${name}`,
  cancel: 'Cancel',
  cancelOf: (name: string) => `Cancel the upload of ${name}`,
  removeOf: (name: string) => `Remove ${name}`,
  // The summary
  sharedMany: (count: number) => (count === 1 ? '1 file is shared.' : `${count} files are shared.`),
  sharedSome: (shared: number, total: number) => `${shared} of ${total} files are shared.`,
  rose: (rise: string) => `You rose ${rise}.`,
  sameDepth: 'Your depth stays the same, because you already have these files.',
  seeFiles: 'See all files',
  uploadMore: 'Upload more files',
};
