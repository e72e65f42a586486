import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { ListedFile } from '../../../../../shared/contract/files.ts';
import { TimeAgo } from '../../../design/time-ago.tsx';
import { formatDepth, formatFileSize } from '../../../platform/format.ts';
import { isPreviewable } from '../file-kind.ts';
import { texts } from '../texts.ts';
import { DeleteFileButton } from './delete-file-button.tsx';
import { DownloadLink } from './download-link.tsx';
import { FileIcon } from './file-icon.tsx';
import { LikeButton } from './like-button.tsx';

interface FileCardProps {
  readonly file: ListedFile;
  readonly viewerId: string | undefined;
  readonly onPreview: () => void;
  readonly onDeleted: () => void;
}

/** One file of a list, with buttons to like, preview, download, and delete it. */
export function FileCard({ file, viewerId, onPreview, onDeleted }: FileCardProps) {
  const [problem, setProblem] = useState<string>();
  const buttonProps = { file, viewerId, onProblem: setProblem };
  return (
    <li className="panel file-card" data-file-key={file.key} tabIndex={-1} aria-label={file.fileName}>
      <FileIcon contentType={file.contentType} />
      <div className="file-card__what">
        <h3 className="file-card__name" title={file.fileName}>
          <bdi>{file.fileName}</bdi>
        </h3>
        <p className="soft">
          {formatFileSize(file.size)} · <TimeAgo time={file.lastModified} />
        </p>
        <p className="soft file-card__uploader">
          {texts.by}{' '}
          <Link to={`/profile/${file.userId}`} dir="auto">
            {file.uploaderName}
          </Link>{' '}
          · <span className="file-card__depth">{texts.visibleFrom(formatDepth(file.userDepth))}</span>
        </p>
      </div>
      <p className="file-card__description" dir="auto">
        {file.description || <em className="soft">{texts.noDescription}</em>}
      </p>
      <div className="file-card__foot">
        <div className="file-card__counts">
          <LikeButton {...buttonProps} />
          <span className="soft">{texts.views(file.views)}</span>
        </div>
        <div className="file-card__actions">
          {isPreviewable(file.contentType) && (
            <button
              type="button"
              className="button button--soft button--small"
              aria-label={texts.previewOf(file.fileName)}
              onClick={onPreview}
            >
              {texts.preview}
            </button>
          )}
          <DownloadLink {...buttonProps} />
          {file.userId === viewerId && <DeleteFileButton {...buttonProps} onDeleted={onDeleted} />}
        </div>
        <div role="alert">{problem && <p className="card-problem">{problem}</p>}</div>
      </div>
    </li>
  );
}
