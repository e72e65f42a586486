import type { ListedFile } from '../../../../shared/contract/files.ts';
import { formatDepth } from '../../platform/format/depth-text.ts';
import { formatFileSize } from '../../platform/format/file-size.ts';
import { TimeAgo } from '../../platform/format/time-ago.tsx';
import { FileIcon } from './file-icon.tsx';
import { texts } from './texts.ts';

/** One file of a listing, with its download. */
export function FileCard({ file }: { file: ListedFile }) {
  return (
    <li className="panel file-card" data-file-key={file.key}>
      <FileIcon contentType={file.contentType} />
      <div className="file-card__what">
        <h3 className="file-card__name" title={file.fileName}>
          {file.fileName}
        </h3>
        <p className="soft">
          {formatFileSize(file.size)} · <TimeAgo time={file.lastModified} />
        </p>
        <p className="soft file-card__uploader">
          {texts.by} {file.uploaderName} · {formatDepth(file.userDepth)}
        </p>
      </div>
      <p className="file-card__description">{file.description || <em className="soft">{texts.noDescription}</em>}</p>
      <a
        className="button button--quiet file-card__download"
        href={file.url}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={texts.downloadOf(file.fileName)}
      >
        {texts.download}
      </a>
    </li>
  );
}
