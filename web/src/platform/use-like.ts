import { useMutation, useQueryClient } from '@tanstack/react-query';
import { likeDeed } from './like-deed.ts';

type Likeable = Omit<Parameters<typeof likeDeed>[0], 'client'>;

/** Likes something, or takes it back: shown at once, and undone when the server will not have it. */
export function useLike(likeable: Likeable): () => void {
  const client = useQueryClient();
  const { mutate } = useMutation(likeDeed({ client, ...likeable }));
  return () => mutate(!likeable.liked);
}
