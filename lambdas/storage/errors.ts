import { MAX_PHOTO_BYTES, MAX_UPLOAD_BYTES } from '../../shared/rules/limits.ts';
import { ApiError } from '../platform/errors.ts';

export class EmptyFile extends ApiError {
  readonly code = 'EmptyFile';
  constructor() {
    super('This file is empty. Please choose another file.');
  }
}

export class FileTooLarge extends ApiError {
  readonly code = 'FileTooLarge';
  constructor(limitBytes: number = MAX_UPLOAD_BYTES) {
    super(`File size cannot exceed ${Math.floor(limitBytes / 1_048_576)}MB`);
  }
}

export class FileTypeNotAllowed extends ApiError {
  readonly code = 'FileTypeNotAllowed';
  constructor(type: string) {
    super(`Files of type ${type || 'unknown'} aren't accepted. Choose an image, video, audio, PDF, text or zip file.`);
  }
}

/** The picture exceeds MAX_PHOTO_BYTES. */
export class PictureTooLarge extends ApiError {
  readonly code = 'FileTooLarge';
  constructor() {
    super(`Image size must be less than ${MAX_PHOTO_BYTES / 1_048_576}MB`);
  }
}

/** Not an image, or an unsupported image format. */
export class NotAnImage extends ApiError {
  readonly code = 'FileTypeNotAllowed';
  constructor() {
    super('Please upload an image file');
  }
}

export class FileTypeMismatch extends ApiError {
  readonly code = 'FileTypeMismatch';
  constructor(declared: string, detected: string | undefined) {
    super(`The file was sent as ${declared}, but its content is ${detected ?? 'a different type'}.`);
  }
}

/** The malware scan has no result yet, or couldn't scan the file. */
export class FileNotScanned extends ApiError {
  readonly code = 'FileNotScanned';
  constructor() {
    super('This file is still being checked. Please try again in a moment.');
  }
}

export class MalwareFound extends ApiError {
  readonly code = 'MalwareFound';
  constructor() {
    super('Malware was found in this file, so it was deleted. Please choose another file.');
  }
}

export class FileNotStored extends ApiError {
  readonly code = 'FileNotStored';
  constructor() {
    super("The upload hasn't arrived, or its content was rejected. Please check the file and upload it again.");
  }
}

export class UploadNotFound extends ApiError {
  readonly code = 'UploadNotFound';
  constructor() {
    super('This upload has ended. Please start it again.');
  }
}

export class PartsMissing extends ApiError {
  readonly code = 'PartsMissing';
  constructor() {
    super("Some parts of the file haven't arrived yet. Please send them again.");
  }
}
