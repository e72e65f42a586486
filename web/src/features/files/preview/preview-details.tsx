import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { texts as cardTexts } from '../card/texts.ts';
import { texts } from './texts.ts';

interface PreviewDetailsProps {
  readonly id: string;
  readonly file: Pick<ListedFile, 'fileName' | 'description' | 'altText'>;
}

/** The description of a file, and its alternative text. */
export function PreviewDetails({ id, file: { fileName, description, altText } }: PreviewDetailsProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must reach a scrollable area.
    <section id={id} className="preview__details" tabIndex={0} aria-label={texts.detailsOf(fileName)}>
      <p dir="auto">{description || <em>{cardTexts.noDescription}</em>}</p>
      {altText && (
        <>
          <h3>{texts.altText}</h3>
          <p dir="auto">{altText}</p>
        </>
      )}
    </section>
  );
}
