import { toMegabytes } from '../../../../../shared/rules/depth.ts';
import { MAX_UPLOAD_BYTES } from '../../../../../shared/rules/limits.ts';

/** The maximum size of a file, as text. */
const LIMIT = `${toMegabytes(MAX_UPLOAD_BYTES)}MB`;

/** Texts of the upload screen. The folder `queue` has the texts of several files. */
export const texts = {
  // Choosing files
  drop: 'Drag & drop a file here, or click to select',
  severalAllowed: 'You can choose several at once.',
  addFiles: 'Add more files',
  maximum: `Maximum file size: ${LIMIT}`,
  tooLarge: `File size cannot exceed ${LIMIT}`,
  emptyFile: 'This file is empty.',
  typeNotAllowed: 'Only images, video, audio, PDF, plain text and zip files can be uploaded.',
  contentMismatch: (type: string) => `the content of this file isn't ${type}. Please choose another file.`,
  alreadyChosen: 'This file is in the list already.',
  problemOf: (name: string, problem: string) => `${name}: ${problem}`,
  tooMany: (limit: number) => `You can upload up to ${limit} files at once. The others were left out.`,
  // The chosen file
  ascent: (depth: string) => `You'll rise ${depth}`,
  checking: (percent: number) => `Checking whether you already have this file: ${percent}%`,
  alreadyHeld: "You already have this file. Uploading it again won't lift you.",
  chooseAnother: 'Choose another file',
  upload: 'Upload File',
  // Its name
  fileName: 'File name',
  savedAs: (name: string) => `Will be saved as “${name}”.`,
  forbidden: (characters: readonly string[]) => `A file name can't contain ${characters.join(' ')}`,
  keepsExtension: 'The file keeps its extension.',
  notPortable: "Some of its characters can't be part of a file name.",
  canRename: 'You can change the name here.',
  // Its description
  description: 'Description',
  defaultDescription: (date: string) => `Uploaded on ${date}`,
  altLabel: 'Describe the picture',
  altAdvice: "Optional, for people who can't see it: what does it show?",
  // Its hidden details
  searching: (percent: number) => `Looking for hidden details: ${percent}%`,
  removed: {
    location: 'Location removed',
    personal: 'Personal details removed',
    camera: 'Camera data removed',
  },
  cleanedFiles: (count: number) => `Hidden details removed from ${count === 1 ? '1 file' : `${count} files`}.`,
  keepingFiles: (count: number) => `${count === 1 ? '1 file' : `${count} files`} may keep hidden details.`,
  unsupported: "Hidden details, such as a location, can't be removed from this type of file. It's shared as it is.",
  unreadable: "Hidden details, such as a location, couldn't be removed from this file.",
  unchecked: "Hidden details couldn't be removed here. Fathom removes them before anyone can open the file.",
  keepCameraData: 'Keep camera data',
  cameraDataAdvice: 'Camera, lens, exposure, and date stay in your pictures. Your location never does.',
  // A running upload
  uploading: (name: string) => `Uploading ${name}`,
  percentDone: (percent: number) => `${percent}% uploaded`,
  waiting: 'Waiting',
  offline: "No connection. The upload will resume when you're back online.",
  finishing: 'Finishing the upload…',
  uploaded: (name: string) => `${name} is shared.`,
  pause: 'Pause',
  paused: 'Paused. It will resume where it left off.',
  resume: 'Resume',
  cancel: 'Cancel upload',
  cancelQuestion: (name: string) => `Cancel the upload of ${name}?`,
  cancelConsequence: (percent: number) => `The ${percent}% uploaded so far will be lost.`,
  keepUploading: 'Keep uploading',
  // A failed upload
  uploadFailed: (message: string) => `Upload failed: ${message}`,
  uploadFailedPlain: 'Upload failed',
  noUploadUrl: 'Failed to get upload URL',
  busyInOtherTab: 'this file is already being uploaded in another tab.',
  editsNotSaved: (name: string) =>
    `${name} is shared, but your last changes to its details weren't saved. Edit the file to repeat them.`,
  // An upload that can be resumed
  unfinishedHeading: 'Unfinished uploads',
  unfinished: (name: string, percent: number) =>
    `The upload of ${name} stopped at ${percent}%. Choose the same file to resume, or discard it.`,
  willResume: (percent: number) => `It will resume where it left off: ${percent}% is already uploaded.`,
  resumeUpload: 'Resume Upload',
  discard: 'Discard',
  discardOf: (name: string) => `Discard the upload of ${name}`,
  discarded: (name: string) => `The upload of ${name} was discarded.`,
  // Leaving the page
  leave: (isResumable: boolean) => ({
    question: 'Stop the upload and leave this page?',
    consequence: isResumable
      ? 'The file is still uploading. You can resume it later.'
      : "The file is still uploading. It won't be saved if you leave now.",
    confirmLabel: 'Stop and leave',
    cancelLabel: 'Keep uploading',
  }),
  leaveMany: {
    question: 'Stop the uploads and leave this page?',
    consequence: "Files that are still uploading won't be saved if you leave now. You can resume large ones later.",
    confirmLabel: 'Stop and leave',
    cancelLabel: 'Keep uploading',
  },
  // Below the form
  guidelines: [
    {
      title: 'Depth calculation',
      text: 'Every MB you upload immediately raises your depth by 1 cm.',
    },
    {
      title: 'File visibility',
      text: 'Members at your current depth or above can see your file, unless you choose a lower depth.',
    },
    {
      title: 'File guidelines',
      text: `Most common file types, up to ${LIMIT} each. No illegal or harmful content.`,
    },
  ],
};
