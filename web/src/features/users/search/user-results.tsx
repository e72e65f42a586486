import type { OwnProfile } from '../../../../../shared/contract/account.ts';
import type { ListedUser } from '../../../../../shared/contract/users.ts';
import { SURFACE_METRES } from '../../../../../shared/rules/depth.ts';
import { ErrorPanel } from '../../../design/error-panel.tsx';
import { Skeleton } from '../../../design/skeleton.tsx';
import { RemainingFollows } from '../follow/remaining-follows.tsx';
import { PersonCard } from '../person-card.tsx';
import { texts } from './texts.ts';

interface UserResultsProps {
  readonly people: readonly ListedUser[];
  readonly viewer: OwnProfile;
  readonly isLoading: boolean;
  /** Whether `people` are the results of the previous search. */
  readonly isOutdated: boolean;
  readonly hasMore: boolean;
  readonly error: string | undefined;
  readonly onRetry: () => void;
}

/** Lists the members found, or says why the list is empty. */
export function UserResults({ people, viewer, isLoading, isOutdated, hasMore, error, onRetry }: UserResultsProps) {
  const isEmpty = people.length === 0;

  return (
    <>
      <h2 className="visually-hidden">{texts.listHeading}</h2>
      {isEmpty && isLoading && !error && <Skeleton label={texts.loadingUsers} shape="rows" count={6} />}
      <p className={isEmpty ? 'visually-hidden' : 'soft'} role="status">
        {!isEmpty && texts.shown(people.length, hasMore)}
      </p>
      <RemainingFollows />
      <ul className="people" aria-busy={isOutdated}>
        {people.map((person) => (
          <li key={person.id}>
            <PersonCard person={person} viewer={viewer}>
              {person.bio && (
                <p className="person-card__bio" dir="auto">
                  {person.bio}
                </p>
              )}
              <p className="person-card__counts soft">
                {texts.contributed(person.contributedMB.toFixed(2))} · {texts.followersOf(person.followersCount)}
              </p>
            </PersonCard>
          </li>
        ))}
      </ul>
      {isEmpty && !isLoading && !error && (
        <div className="prompt people__empty" role="status">
          <p>{texts.noUsers}</p>
          <p className="soft">{viewer.depth < SURFACE_METRES ? texts.noUsersHint : texts.noUsersHintAtSurface}</p>
        </div>
      )}
      {error && <ErrorPanel text={error} onRetry={onRetry} />}
    </>
  );
}
