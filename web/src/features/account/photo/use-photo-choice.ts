import { useEffect, useRef, useState } from 'react';
import { checkPicture, reencode } from '../../../platform/picture.ts';
import { texts } from '../texts.ts';

const PHOTO_PIXELS = 512;

/** What will become of a profile photo: it stays, another takes its place, or none does. */
type PhotoChoice =
  | { readonly kind: 'present' }
  | { readonly kind: 'chosen'; readonly picture: File; readonly preview: string }
  | { readonly kind: 'none' };

const PRESENT: PhotoChoice = { kind: 'present' };

/**
 * The photo that is being chosen. A picture is cut to a square and drawn anew at once: the preview is what others will
 * see, and a file that is no picture is refused before anything is sent.
 */
export function usePhotoChoice() {
  const [choice, setChoice] = useState<PhotoChoice>(PRESENT);
  const [problem, setProblem] = useState<string>();
  const attempts = useRef(0);
  const preview = choice.kind === 'chosen' ? choice.preview : undefined;

  useEffect(() => {
    if (preview) return () => URL.revokeObjectURL(preview);
  }, [preview]);

  async function choose(file: File) {
    attempts.current += 1;
    const attempt = attempts.current;
    const refusal = checkPicture(file);
    setProblem(refusal);
    if (refusal) return;
    try {
      const picture = await reencode(file, { maxSize: PHOTO_PIXELS, square: true });
      // Of two pictures chosen in a row, the second counts, whichever is ready first.
      if (attempt === attempts.current) {
        setChoice({ kind: 'chosen', picture, preview: URL.createObjectURL(picture) });
      }
    } catch (error) {
      if (attempt === attempts.current) setProblem(error instanceof Error ? error.message : texts.unknownFailure);
    }
  }

  function decide(next: PhotoChoice) {
    attempts.current += 1;
    setProblem(undefined);
    setChoice(next);
  }

  return {
    choice,
    problem,
    choose,
    remove: () => decide({ kind: 'none' }),
    reset: () => decide(PRESENT),
  };
}
