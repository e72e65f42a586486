import { useNavigate } from 'react-router-dom';
import { Uploader } from '../../features/files/upload/uploader.tsx';
import type { UploadedState } from '../layout/paths.ts';
import { RequireProfile } from '../layout/require-profile.tsx';
import { Screen } from '../layout/screen.tsx';
import { memberTexts } from './texts.ts';

const { upload } = memberTexts;

/** /upload */
export default function Upload() {
  const navigate = useNavigate();
  const onUploaded = (fileName: string) =>
    navigate('/files', { state: { uploaded: fileName } satisfies UploadedState });
  return (
    <Screen title={upload.title} lead={<p>{upload.lead}</p>}>
      <RequireProfile signIn={upload.signIn}>
        {({ id }) => (
          <>
            <section className="panel panel--padded" aria-label={upload.title}>
              <Uploader userId={id} onUploaded={onUploaded} />
            </section>
            <ul className="card-row">
              {upload.how.map(({ title, text }) => (
                <li key={title} className="panel panel--padded">
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
