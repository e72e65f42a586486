import { Alert } from '@aws-amplify/ui-react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { FileExplorer } from '../../features/files/explorer/file-explorer.tsx';
import { TickingNumber } from '../../ocean/ticking-number.tsx';
import { formatDepth } from '../../platform/format.ts';
import { useMember } from '../layout/member.ts';
import type { UploadedState } from '../layout/paths.ts';
import { RequireProfile } from '../layout/require-profile.tsx';
import { Screen } from '../layout/screen.tsx';
import { memberTexts } from './texts.ts';

const { files } = memberTexts;

/** /files */
export default function Files() {
  const profile = useMember()?.profile;
  const { uploaded } = (useLocation().state ?? {}) as UploadedState;
  // The browser remembers what it was told: whoever loads the page anew, or comes back to it, has heard it.
  const news = useNavigationType() === 'PUSH' && uploaded;
  return (
    <Screen
      title={files.title}
      lead={
        profile && (
          <p>
            {files.lead} {files.depth}{' '}
            <strong>
              <TickingNumber value={profile.depth} format={formatDepth} />
            </strong>
          </p>
        )
      }
    >
      <div role="status">{news && <Alert variation="success">{files.uploaded(news)}</Alert>}</div>
      <RequireProfile signIn={files.signIn}>{({ id }) => <FileExplorer userId={id} />}</RequireProfile>
    </Screen>
  );
}
