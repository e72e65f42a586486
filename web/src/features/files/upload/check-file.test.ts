import { describe, expect, it } from 'vitest';
import { checkFile, detectMediaType } from './check-file.ts';

const file = (name: string, type: string, size = 10) => ({ name, type, size });

describe('checkFile', () => {
  it.each([
    file('a.png', 'image/png'),
    file('a.zip', 'application/x-zip-compressed'),
    file('a.zip', ''),
    file('notes.txt', 'text/plain;charset=utf-8'),
    file('exact.mp4', 'video/mp4', 1_048_576_000),
  ])('accepts $name as $type', (chosen) => expect(checkFile(chosen)).toBeUndefined());

  it('rejects a file over the size limit', () => {
    expect(checkFile(file('long.mp4', 'video/mp4', 1_048_576_001))).toBe('File size cannot exceed 1000MB');
  });

  it('rejects an empty file', () => expect(checkFile(file('a.png', 'image/png', 0))).toBe('This file is empty.'));

  it.each([file('run.exe', 'application/x-msdownload'), file('page.html', 'text/html'), file('nameless', '')])(
    'rejects the type of $name',
    (chosen) =>
      expect(checkFile(chosen)).toBe('Only images, video, audio, PDF, plain text and zip files can be uploaded.'),
  );
});

describe('detectMediaType', () => {
  it('detects the media type from the browser, in canonical form, or from the extension', () => {
    expect(detectMediaType(file('photo.JPG', 'image/jpg'))).toBe('image/jpeg');
    expect(detectMediaType(file('clip.MKV', ''))).toBe('video/x-matroska');
    expect(detectMediaType(file('notes.md', 'text/markdown'))).toBe('text/plain');
  });
});
