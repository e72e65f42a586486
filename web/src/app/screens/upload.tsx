import { useNavigate } from 'react-router-dom';
import type { ListedFile } from '../../../../shared/contract/files.ts';
import { SURFACE_METRES } from '../../../../shared/rules/depth.ts';
import { texts as uploadTexts } from '../../features/files/upload/texts.ts';
import { Uploader } from '../../features/files/upload/uploader.tsx';
import { useMember } from '../layout/member.ts';
import type { UploadedState } from '../layout/paths.ts';
import { RequireProfile } from '../layout/require-profile.tsx';
import { Screen } from '../layout/screen.tsx';
import { memberTexts } from './texts.ts';

const { upload } = memberTexts;

/** The screen at /upload: the form that uploads files, and guidelines below it. */
export default function Upload() {
  const navigate = useNavigate();
  const isAtSurface = (useMember()?.profile?.depth ?? 0) >= SURFACE_METRES;

  function onUploaded({ fileName: name, creditedBytes }: ListedFile) {
    navigate('/files', { state: { uploaded: { name, creditedBytes } } satisfies UploadedState });
  }

  return (
    <Screen
      title={upload.title}
      lead={<p>{isAtSurface ? upload.leadAtSurface : upload.lead}</p>}
      className="screen--column"
    >
      <RequireProfile signIn={upload.signIn}>
        {({ id }) => (
          <>
            <Uploader userId={id} onUploaded={onUploaded} />
            <ul className="card-row upload-guidelines">
              {uploadTexts.guidelines.map(({ title, text }) => (
                <li key={title}>
                  <h2>{title}</h2>
                  <p>{text}</p>
                </li>
              ))}
            </ul>
          </>
        )}
      </RequireProfile>
    </Screen>
  );
}
