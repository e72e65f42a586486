import { describe, expect, it } from 'vitest';
import { chooseFiles, MAX_CHOSEN_FILES } from './choose-files.ts';

const buildFile = (name: string, type = 'text/plain') => new File(['tide'], name, { type, lastModified: 1 });

describe('chooseFiles', () => {
  it('explains why a file is not accepted', () => {
    const chosenFiles = [buildFile('a.txt'), buildFile('run.exe', 'application/x-msdownload')];

    const { acceptedFiles, problems } = chooseFiles(chosenFiles, []);

    expect(acceptedFiles.map(({ name }) => name)).toEqual(['a.txt']);
    expect(problems).toEqual(['run.exe: Only images, video, audio, PDF, plain text and zip files can be uploaded.']);
  });

  it('omits the file name from the problem of the only file', () => {
    const emptyFile = new File([], 'empty.txt', { type: 'text/plain' });

    expect(chooseFiles([emptyFile], []).problems).toEqual(['This file is empty.']);
  });

  it('rejects files that are already in the list, and files that are chosen twice', () => {
    const listedFiles = [buildFile('a.txt')];
    const chosenFiles = [buildFile('a.txt'), buildFile('b.txt'), buildFile('b.txt')];

    const { acceptedFiles, problems } = chooseFiles(chosenFiles, listedFiles);

    expect(acceptedFiles.map(({ name }) => name)).toEqual(['b.txt']);
    expect(problems).toEqual(['a.txt: This file is in the list already.', 'b.txt: This file is in the list already.']);
  });

  it('accepts files up to the limit of the list', () => {
    const listedFiles = [buildFile('a.txt')];
    const chosenFiles = Array.from({ length: MAX_CHOSEN_FILES }, (_, index) => buildFile(`${index}.txt`));

    const { acceptedFiles, problems } = chooseFiles(chosenFiles, listedFiles);

    expect(acceptedFiles).toHaveLength(MAX_CHOSEN_FILES - 1);
    expect(problems).toEqual(['You can upload up to 100 files at once. The others were left out.']);
  });
});
