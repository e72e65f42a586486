import { useNavigate } from 'react-router-dom';
import { Link } from '../../design/link.tsx';
import { EditProfileForm } from '../../features/account/profile/edit-profile-form.tsx';
import type { ReturnPathState } from '../layout/paths.ts';
import { RequireProfile } from '../layout/require-profile.tsx';
import { Screen } from '../layout/screen.tsx';
import { memberTexts } from './texts.ts';

const { editProfile, security } = memberTexts;
const RETURN_HERE: ReturnPathState = { from: '/edit-profile' };

/** The screen at /edit-profile. */
export default function EditProfile() {
  const navigate = useNavigate();

  return (
    <Screen title={editProfile.title} className="screen--form">
      <RequireProfile signIn={editProfile.signIn}>
        {(profile) => (
          <>
            <EditProfileForm
              profile={profile}
              onUnauthenticated={() => navigate('/login', { state: RETURN_HERE })}
              onDone={() => navigate(`/profile/${profile.id}`)}
            />
            <p className="sheet-end soft">
              {editProfile.securityLead} <Link to="/settings/security">{security.title}</Link>
            </p>
          </>
        )}
      </RequireProfile>
    </Screen>
  );
}
