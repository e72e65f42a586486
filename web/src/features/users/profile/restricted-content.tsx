import type { RestrictedProfile } from '../../../../../shared/contract/users.ts';
import { Link } from '../../../design/link.tsx';
import { formatDifference } from '../../../platform/text/format-depth.ts';
import './profile.css';
import { texts } from './texts.ts';

interface RestrictedContentProps {
  readonly profile: RestrictedProfile;
  /** Path of the payment page, if it exists. */
  readonly paymentsPath: string | undefined;
}

/** Shown in place of the content of a member above the viewer. */
export function RestrictedContent({ profile, paymentsPath }: RestrictedContentProps) {
  return (
    <section className="prompt profile-restricted" aria-labelledby="restricted-heading">
      <span className="profile-restricted__lock">
        <svg viewBox="0 0 48 48" aria-hidden="true">
          <path d="M13 22h22v18H13zM17 22v-6a7 7 0 0 1 14 0v6M24 30v4" />
        </svg>
      </span>
      <h2 id="restricted-heading">{texts.restricted}</h2>
      <p>{texts.restrictedText}</p>
      <p className="profile-restricted__difference">
        {texts.difference} <strong>{formatDifference(profile.difference)}</strong>
      </p>
      {paymentsPath && (
        <Link className="button" to={paymentsPath}>
          {texts.ascend}
        </Link>
      )}
      <p className="soft">{profile.followedByViewer ? texts.restrictedFollowed : texts.restrictedHint}</p>
    </section>
  );
}
