import type { OutlinedFile } from '../../../../../shared/contract/files.ts';
import { TimeAgo } from '../../../design/time-ago.tsx';
import { FileIcon } from './file-icon.tsx';
import { texts } from './texts.ts';

/** Takes the place of a line of text: a space that doesn't collapse. */
const NO_TEXT = '\u00A0';

/** Shows a row of an outline in the size of a card, until its file is loaded. */
export function LoadingCard({ row }: { row: OutlinedFile }) {
  const { searchText, contentType, lastModified } = row;

  return (
    <>
      <span className="file-thumbnail">
        <FileIcon contentType={contentType} />
      </span>
      <div className="file-card__what">
        <h3 className="file-card__name" title={searchText}>
          <bdi>{searchText}</bdi>
        </h3>
        <p className="file-card__facts">
          <span className="file-card__about">
            <TimeAgo time={lastModified} />
          </span>
          {/* In the gallery, each of these two facts has its own line. */}
          <span className="file-card__uploader">{NO_TEXT}</span>
          <span className="file-card__depth">{NO_TEXT}</span>
        </p>
        <p className="file-card__description">{NO_TEXT}</p>
      </div>
      <div className="file-card__foot">
        <div className="file-card__counts file-card__loading">{texts.loadingCard}</div>
      </div>
    </>
  );
}
