import { MAX_PHOTO_BYTES, MAX_UPLOAD_BYTES } from '../../shared/depth/limits.ts';
import { Refusal } from '../platform/errors.ts';

export class EmptyFile extends Refusal {
  readonly code = 'EmptyFile';
  constructor() {
    super('The file is empty. Please choose a file with something in it.');
  }
}

export class FileTooLarge extends Refusal {
  readonly code = 'FileTooLarge';
  constructor(limitBytes: number = MAX_UPLOAD_BYTES) {
    super(`File size cannot exceed ${Math.floor(limitBytes / 1_048_576)}MB`);
  }
}

export class FileTypeNotAllowed extends Refusal {
  readonly code = 'FileTypeNotAllowed';
  constructor(type: string) {
    super(`Files of type ${type || 'unknown'} are not accepted: only images, video, audio, PDF, plain text and zip.`);
  }
}

/** A picture of more than 5 MB (specification §5). */
export class PictureTooLarge extends Refusal {
  readonly code = 'FileTooLarge';
  constructor() {
    super(`Image size must be less than ${MAX_PHOTO_BYTES / 1_048_576}MB`);
  }
}

/** A picture that is none, or is of a format that pictures may not have (specification §5). */
export class NotAnImage extends Refusal {
  readonly code = 'FileTypeNotAllowed';
  constructor() {
    super('Please upload an image file');
  }
}

export class FileTypeMismatch extends Refusal {
  readonly code = 'FileTypeMismatch';
  constructor(declared: string, found: string | undefined) {
    super(`The file was sent as ${declared}, but its contents are ${found ?? 'something else'}.`);
  }
}

export class FileNotStored extends Refusal {
  readonly code = 'FileNotStored';
  constructor() {
    super(
      'There is no such upload: it has not arrived, or what it holds was refused. Please check the file, and upload it again.',
    );
  }
}

export class UploadNotFound extends Refusal {
  readonly code = 'UploadNotFound';
  constructor() {
    super('There is no such upload any more. Please begin it again.');
  }
}

export class PartsMissing extends Refusal {
  readonly code = 'PartsMissing';
  constructor() {
    super('Some parts of the file have not arrived yet. Please send them again.');
  }
}
