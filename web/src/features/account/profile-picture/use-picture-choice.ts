import { useEffect, useRef, useState } from 'react';
import { checkPicture } from '../../../platform/pictures/picture.ts';
import { reencodePicture } from '../../../platform/pictures/reencode-picture.ts';
import { texts } from '../texts.ts';

/** The width and height of a profile picture, in pixels. */
const PICTURE_PIXELS = 512;

/** The member's choice: keep the current picture, replace it, or remove it. `preview` is the URL of the new picture. */
type PictureChoice =
  | { readonly kind: 'current' }
  | { readonly kind: 'chosen'; readonly picture: File; readonly preview: string }
  | { readonly kind: 'removed' };

const CURRENT: PictureChoice = { kind: 'current' };

/**
 * Returns the member's choice of a profile picture, and functions that change it.
 *
 * A chosen picture is cropped to a square and re-encoded before the upload, so that the preview shows the result, and
 * an invalid file is rejected early.
 */
export function usePictureChoice() {
  const [choice, setChoice] = useState<PictureChoice>(CURRENT);
  const [problem, setProblem] = useState<string>();
  // Counts the choices, so that a slow re-encoding doesn't replace a later choice.
  const choiceCount = useRef(0);
  const preview = choice.kind === 'chosen' ? choice.preview : undefined;

  useEffect(() => {
    if (preview) return () => URL.revokeObjectURL(preview);
  }, [preview]);

  async function choose(file: File) {
    choiceCount.current += 1;
    const choiceNumber = choiceCount.current;

    const invalidReason = checkPicture(file);
    setProblem(invalidReason);
    if (invalidReason) return;

    try {
      const picture = await reencodePicture(file, { maxSideLength: PICTURE_PIXELS, cropsToSquare: true });
      // Ignores this picture if another one was chosen while it was re-encoded.
      if (choiceNumber === choiceCount.current) {
        setChoice({ kind: 'chosen', picture, preview: URL.createObjectURL(picture) });
      }
    } catch (error) {
      if (choiceNumber !== choiceCount.current) return;
      setProblem(error instanceof Error ? error.message : texts.unknownFailure);
    }
  }

  function decide(newChoice: PictureChoice) {
    choiceCount.current += 1;
    setProblem(undefined);
    setChoice(newChoice);
  }

  return {
    choice,
    problem,
    choose,
    remove: () => decide({ kind: 'removed' }),
    reset: () => decide(CURRENT),
  };
}
