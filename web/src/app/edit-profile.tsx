import { useNavigate } from 'react-router-dom';
import { ChangePasswordForm } from '../features/account/change-password-form.tsx';
import { EditProfileForm } from '../features/account/edit-profile-form.tsx';
import { memberTexts } from './member-texts.ts';
import { Screen } from './screen.tsx';
import type { CameFrom } from './screens.tsx';
import { WithProfile } from './with-profile.tsx';

const { editProfile } = memberTexts;
const BACK_HERE: CameFrom = { from: '/edit-profile' };

/** /edit-profile */
export default function EditProfile() {
  const navigate = useNavigate();
  return (
    <Screen title={editProfile.title} className="screen--form">
      <WithProfile signIn={editProfile.signIn}>
        {(profile) => (
          <>
            <div className="panel panel--padded">
              <EditProfileForm
                profile={profile}
                onUnauthenticated={() => navigate('/login', { state: BACK_HERE })}
                onDone={() => navigate(`/profile/${profile.id}`)}
              />
            </div>
            <div className="panel panel--padded">
              <ChangePasswordForm email={profile.email} />
            </div>
          </>
        )}
      </WithProfile>
    </Screen>
  );
}
