import { describe, expect, it } from 'vitest';
import { checkFile, detectMediaType } from './check-file.ts';

/** The maximum size of a file, in bytes. */
const MAX_SIZE = 1000 * 1024 * 1024;

const buildFile = (name: string, type: string, size = 10) => ({ name, type, size });

describe('checkFile', () => {
  it.each([
    buildFile('a.png', 'image/png'),
    buildFile('a.zip', 'application/x-zip-compressed'),
    buildFile('a.zip', ''),
    buildFile('notes.txt', 'text/plain;charset=utf-8'),
    buildFile('exact.mp4', 'video/mp4', MAX_SIZE),
  ])('accepts $name as $type', (file) => expect(checkFile(file)).toBeUndefined());

  it('rejects a file over the size limit', () => {
    expect(checkFile(buildFile('long.mp4', 'video/mp4', MAX_SIZE + 1))).toBe('File size cannot exceed 1000MB');
  });

  it('rejects an empty file', () => expect(checkFile(buildFile('a.png', 'image/png', 0))).toBe('This file is empty.'));

  it.each([
    buildFile('run.exe', 'application/x-msdownload'),
    buildFile('page.html', 'text/html'),
    buildFile('nameless', ''),
  ])('rejects the type of $name', (file) =>
    expect(checkFile(file)).toBe('Only images, video, audio, PDF, plain text and zip files can be uploaded.'),
  );
});

describe('detectMediaType', () => {
  it('returns the canonical form of the media type, or the type of the extension', () => {
    expect(detectMediaType(buildFile('photo.JPG', 'image/jpg'))).toBe('image/jpeg');
    expect(detectMediaType(buildFile('clip.MKV', ''))).toBe('video/x-matroska');
    expect(detectMediaType(buildFile('notes.md', 'text/markdown'))).toBe('text/plain');
  });
});
