import { useEffect, useRef, useState } from 'react';
import { checkPicture } from '../../../platform/pictures/picture.ts';
import { reencodePicture } from '../../../platform/pictures/reencode-picture.ts';
import { texts } from './texts.ts';

/** The width and height of a profile picture, in pixels. */
const PICTURE_PIXELS = 512;

/** The member's choice: keep the current picture, replace it, or remove it. */
type PictureChoice =
  | { readonly kind: 'current' }
  | { readonly kind: 'chosen'; readonly picture: File; readonly previewUrl: string }
  | { readonly kind: 'removed' };

const KEEP_CURRENT: PictureChoice = { kind: 'current' };

/**
 * Returns the member's choice of a profile picture, and functions that change it.
 *
 * A chosen picture is cropped to a square and re-encoded before the upload, so that the preview shows the result, and
 * an invalid file is rejected early.
 */
export function usePictureChoice() {
  const [choice, setChoice] = useState<PictureChoice>(KEEP_CURRENT);
  const [problem, setProblem] = useState<string>();
  const [fileDialogCount, setFileDialogCount] = useState(0);
  // Counts the choices, so that a slow re-encoding doesn't replace a later choice.
  const choiceCount = useRef(0);
  const previewUrl = choice.kind === 'chosen' ? choice.previewUrl : undefined;

  useEffect(() => {
    // The browser keeps the picture in memory until its URL is revoked.
    if (previewUrl) return () => URL.revokeObjectURL(previewUrl);
  }, [previewUrl]);

  /** Counts a choice. Returns a function that returns whether it is still the latest one. */
  function countChoice(): () => boolean {
    choiceCount.current += 1;
    const choiceNumber = choiceCount.current;
    return () => choiceNumber === choiceCount.current;
  }

  async function choose(file: File) {
    const isLatest = countChoice();

    const fileProblem = checkPicture(file);
    setProblem(fileProblem);
    if (fileProblem) return;

    try {
      const picture = await reencodePicture(file, { maxSideLength: PICTURE_PIXELS, cropsToSquare: true });
      // The member may have made another choice while this picture was re-encoded.
      if (!isLatest()) return;
      setChoice({ kind: 'chosen', picture, previewUrl: URL.createObjectURL(picture) });
    } catch (error) {
      if (!isLatest()) return;
      setProblem(error instanceof Error ? error.message : texts.unknownFailure);
    }
  }

  function replaceChoice(newChoice: PictureChoice) {
    countChoice();
    setProblem(undefined);
    setChoice(newChoice);
  }

  return {
    choice,
    problem,
    choose,
    remove: () => replaceChoice({ kind: 'removed' }),
    reset: () => replaceChoice(KEEP_CURRENT),
    /** Resets a choice that was saved, unless the member has made another one since. */
    resetSaved: (savedChoice: PictureChoice) =>
      setChoice((latestChoice) => (latestChoice === savedChoice ? KEEP_CURRENT : latestChoice)),
    /** How often the member has opened the browser's file dialog. */
    fileDialogCount,
    countFileDialog: () => setFileDialogCount((count) => count + 1),
  };
}
