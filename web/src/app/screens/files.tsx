import { Alert } from '@aws-amplify/ui-react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { formatContribution } from '../../features/files/card/format-contribution.ts';
import { FileExplorer } from '../../features/files/explorer/file-explorer.tsx';
import { DepthAndLayer } from '../../ocean/depth-and-layer.tsx';
import { useMember } from '../layout/member.ts';
import type { UploadedState } from '../layout/paths.ts';
import { RequireProfile } from '../layout/require-profile.tsx';
import { Screen } from '../layout/screen.tsx';
import { memberTexts } from './texts.ts';

const { files } = memberTexts;

/** The screen at /files. */
export default function Files() {
  const profile = useMember()?.profile;
  const { uploaded } = (useLocation().state ?? {}) as UploadedState;
  // The browser keeps router state on reload and Back, so the message shows only after the upload's own navigation.
  const newUpload = useNavigationType() === 'PUSH' && uploaded;

  return (
    <Screen
      title={files.title}
      lead={
        profile && (
          <p>
            {files.lead} {files.depth} <DepthAndLayer metres={profile.depth} />
          </p>
        )
      }
    >
      <div role="status">
        {newUpload && (
          <Alert variation="success" role="none">
            {newUpload.creditedBytes > 0
              ? files.uploaded(newUpload.name, formatContribution(newUpload.creditedBytes))
              : files.uploadedCopy(newUpload.name)}
          </Alert>
        )}
      </div>
      <RequireProfile signIn={files.signIn}>{({ id }) => <FileExplorer userId={id} />}</RequireProfile>
    </Screen>
  );
}
