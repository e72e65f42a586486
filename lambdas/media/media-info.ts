/**
 * Attributes that a file states about its content. Pages show them before the file is opened. An attribute that the
 * file doesn't state is missing.
 */
export interface MediaInfo {
  /** Width of a picture or video in pixels, with its orientation applied. */
  readonly width?: number;
  /** Height of a picture or video in pixels, with its orientation applied. */
  readonly height?: number;
  /** Whether the picture is an animated PNG, WebP, or AVIF. */
  readonly animated?: true;
  /** Duration of a video or audio file, in seconds. */
  readonly durationSeconds?: number;
  /** Title of an audio file, from its tags. */
  readonly title?: string;
  /** Performer of an audio file, from its tags. */
  readonly performer?: string;
  /** Number of pages of a PDF. */
  readonly pages?: number;
}
