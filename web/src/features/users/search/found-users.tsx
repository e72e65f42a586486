import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import type { ListedUser } from '../../../../../shared/contract/users.ts';
import { Problem } from '../../../design/problem.tsx';
import { Skeleton } from '../../../design/skeleton.tsx';
import { PersonCard } from '../person-card.tsx';
import { texts } from '../texts.ts';

interface FoundUsersProps {
  readonly users: readonly ListedUser[];
  readonly viewer: OwnProfile;
  readonly loading: boolean;
  /** Whether these are those of the question before. */
  readonly outdated: boolean;
  readonly more: boolean;
  readonly error: string | undefined;
  readonly onRetry: () => void;
}

/** The people that were found, or why there are none. */
export function FoundUsers({ users, viewer, loading, outdated, more, error, onRetry }: FoundUsersProps) {
  const none = users.length === 0;
  return (
    <>
      <h2 className="visually-hidden">{texts.listHeading}</h2>
      {none && loading && !error && <Skeleton label={texts.loadingUsers} shape="cards" count={6} />}
      <p className={none ? 'visually-hidden' : 'soft'} role="status">
        {!none && texts.shown(users.length, more)}
      </p>
      <ul className="people" aria-busy={outdated}>
        {users.map((user) => (
          <li key={user.id}>
            <PersonCard person={user} viewer={viewer}>
              {user.bio && (
                <p className="person-card__bio" dir="auto">
                  {user.bio}
                </p>
              )}
              <p className="person-card__counts soft">
                {texts.contributed(user.contributedMB.toFixed(2))} · {texts.followersOf(user.followersCount)}
              </p>
            </PersonCard>
          </li>
        ))}
      </ul>
      {none && !loading && !error && (
        <div className="panel panel--padded prompt" role="status">
          <p>{texts.noUsers}</p>
          <p className="soft">{texts.noUsersHint}</p>
        </div>
      )}
      {error && <Problem text={error} onRetry={onRetry} />}
    </>
  );
}
