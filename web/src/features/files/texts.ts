import { toMegabytes } from '../../../../shared/depth/depth.ts';
import { MAX_UPLOAD_BYTES } from '../../../../shared/depth/limits.ts';

const LIMIT = `${toMegabytes(MAX_UPLOAD_BYTES)}MB`;

/** What the file screens say. */
export const texts = {
  // The explorer
  searchPlaceholder: 'Search files...',
  clearSearch: 'Clear search',
  searchLabel: 'Search files by name',
  sort: 'Sort by',
  filter: 'File type',
  loading: 'Loading files...',
  empty: 'No files found. Upload some files to get started!',
  emptySearch: 'Nothing at your depth or below matches this search and filter.',
  clear: 'Show all files',
  signIn: 'Please sign in to view files.',
  listFailed: (message: string) => `Failed to fetch files: ${message}`,
  loadAllFailed: (message: string) => `Failed to load all files: ${message}`,
  retry: 'Retry',
  loadMore: 'Load More Files',
  loadingMore: 'Loading more files...',
  refresh: 'Refresh Files',
  loadAll: 'Load All Files',
  shown: (count: number, more: boolean) =>
    `${count} ${count === 1 ? 'file' : 'files'} shown${more ? ', more below' : ''}`,
  listHeading: 'Files',
  // A card
  noDescription: 'No description provided',
  download: 'Download',
  downloadOf: (name: string) => `Download ${name} (opens in a new tab)`,
  by: 'by',
  // The uploader
  drop: 'Drag & drop a file here, or click to select',
  maximum: `Maximum file size: ${LIMIT}`,
  limit: LIMIT,
  tooLarge: `File size cannot exceed ${LIMIT}`,
  emptyFile: 'This file is empty.',
  typeNotTaken: 'Only images, video, audio, PDF, plain text and zip files can be uploaded.',
  oneFile: 'Please choose one file at a time.',
  savedAs: (name: string) => `Will be saved as “${name}”`,
  ascent: (depth: string) => `You will rise ${depth}`,
  description: 'Description',
  defaultDescription: (date: string) => `Uploaded on ${date}`,
  upload: 'Upload File',
  chooseAnother: 'Choose another file',
  cancel: 'Cancel upload',
  uploading: (name: string) => `Uploading ${name}`,
  finishing: 'Bringing it to the surface…',
  uploaded: (name: string) => `${name} is in the ocean.`,
  percentDone: (percent: number) => `${percent}% uploaded`,
  leave: 'An upload is under way. Leave this page and stop it?',
  uploadFailed: (message: string) => `Upload failed: ${message}`,
  uploadFailedPlain: 'Upload failed',
  noUploadUrl: 'Failed to get upload URL',
  putFailed: (status: string, text: string) => `Failed to upload to S3: ${status} - ${text}`,
  connectionLost: 'the connection was lost. Please try again.',
};
