import { MAX_PICTURE_BYTES, MAX_PICTURE_MEGAPIXELS, MAX_UPLOAD_BYTES } from '../../shared/rules/limits.ts';
import { ApiError } from '../platform/errors.ts';

/**
 * The bytes of an upload are not allowed. Only this error is evidence to delete stored bytes: any other error says
 * nothing about them.
 */
export abstract class UploadRejected extends ApiError {}

/** The upload has no bytes. */
export class EmptyFile extends UploadRejected {
  constructor() {
    super({ code: 'EmptyFile' });
  }
}

/** The upload exceeds the limit, which is that of files by default. */
export class FileTooLarge extends UploadRejected {
  constructor(limitBytes: number = MAX_UPLOAD_BYTES) {
    super({ code: 'FileTooLarge', params: { item: 'file', limitBytes } });
  }
}

/** Files of this type may not be uploaded. */
export class FileTypeNotAllowed extends UploadRejected {
  constructor(type: string) {
    super({ code: 'FileTypeNotAllowed', params: { item: 'file', type } });
  }
}

/** The picture exceeds MAX_PICTURE_BYTES. */
export class PictureTooLarge extends UploadRejected {
  constructor() {
    super({ code: 'FileTooLarge', params: { item: 'picture', limitBytes: MAX_PICTURE_BYTES } });
  }
}

/** The picture exceeds MAX_PICTURE_MEGAPIXELS. */
export class TooManyPixels extends UploadRejected {
  constructor() {
    super({ code: 'FileTooLarge', params: { item: 'pixels', limitMegapixels: MAX_PICTURE_MEGAPIXELS } });
  }
}

/** Not an image, or an unsupported image format. */
export class NotAnImage extends UploadRejected {
  constructor() {
    super({ code: 'FileTypeNotAllowed', params: { item: 'picture' } });
  }
}

/** The bytes are of another type than the declared one. */
export class FileTypeMismatch extends UploadRejected {
  constructor(declared: string, detected: string | undefined) {
    super({ code: 'FileTypeMismatch', params: { declared, detected } });
  }
}

/** The malware scan or the inspection for hidden metadata has no result yet, or the scan has failed. */
export class FileNotScanned extends ApiError {
  constructor() {
    super({ code: 'FileNotScanned' });
  }
}

/** The malware scan found a threat. */
export class MalwareFound extends UploadRejected {
  constructor() {
    super({ code: 'MalwareFound' });
  }
}

/** The bytes of an upload were rejected before, for the reason in the details, and are deleted. */
export class RejectedBefore extends ApiError {}

/** The upload hasn't arrived, or its object was deleted. */
export class FileNotStored extends ApiError {
  constructor() {
    super({ code: 'FileNotStored' });
  }
}

/** The multipart upload doesn't exist: it was completed, aborted, or never started. */
export class UploadNotFound extends ApiError {
  constructor() {
    super({ code: 'UploadNotFound' });
  }
}

/** A multipart upload can't be completed, because parts haven't arrived. */
export class PartsMissing extends ApiError {
  constructor() {
    super({ code: 'PartsMissing' });
  }
}
