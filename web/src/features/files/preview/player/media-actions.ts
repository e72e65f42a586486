import type { PlaybackPosition } from './use-media-state.ts';

/** Plays or pauses the media. */
export function togglePlay(media: HTMLMediaElement | null): void {
  if (!media) return;

  // The element's error event reports media that can't play. An interrupted play() is harmless.
  if (media.paused || media.ended) media.play().catch(console.debug);
  else media.pause();
}

/** Resumes playback where it was interrupted, with the same volume. */
export function resumeAt(media: HTMLMediaElement, { time, isPlaying, volume, isMuted }: PlaybackPosition): void {
  media.volume = volume;
  media.muted = isMuted;
  media.currentTime = time;
  // If the browser blocks autoplay, the media stays paused there.
  if (isPlaying) media.play().catch(console.debug);
}

/** Mutes or unmutes the media. Unmuting at volume 0 sets full volume. */
export function toggleMute(media: HTMLMediaElement | null): void {
  if (!media) return;

  const isSilent = media.muted || media.volume === 0;
  media.muted = !isSilent;
  if (isSilent && media.volume === 0) media.volume = 1;
}
