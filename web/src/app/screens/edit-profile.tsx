import { useNavigate } from 'react-router-dom';
import { ChangePasswordForm } from '../../features/account/credentials/change-password-form.tsx';
import { EditProfileForm } from '../../features/account/profile/edit-profile-form.tsx';
import type { ReturnPathState } from '../layout/paths.ts';
import { RequireProfile } from '../layout/require-profile.tsx';
import { Screen } from '../layout/screen.tsx';
import { memberTexts } from './texts.ts';

const { editProfile } = memberTexts;
const RETURN_HERE: ReturnPathState = { from: '/edit-profile' };

/** /edit-profile */
export default function EditProfile() {
  const navigate = useNavigate();
  return (
    <Screen title={editProfile.title} className="screen--form">
      <RequireProfile signIn={editProfile.signIn}>
        {(profile) => (
          <>
            <div className="panel panel--padded">
              <EditProfileForm
                profile={profile}
                onUnauthenticated={() => navigate('/login', { state: RETURN_HERE })}
                onDone={() => navigate(`/profile/${profile.id}`)}
              />
            </div>
            <div className="panel panel--padded">
              <ChangePasswordForm email={profile.email} />
            </div>
          </>
        )}
      </RequireProfile>
    </Screen>
  );
}
