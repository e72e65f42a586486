import { createHash } from 'node:crypto';
import {
  AudioSampleSink,
  BufferSource,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
  type InputTrack,
  type InputVideoTrack,
  MP3,
  MP4,
  QTFF,
} from 'mediabunny';
import { writeHeif } from './decodable-heif.ts';
import { createFrame } from './decodable-movies.ts';
import { decodePicture } from './pictures.ts';

/** Packets that are read of a track. A damaged table of times can announce billions. */
const MAX_PACKETS = 200;

/** Start and length of a packet in seconds, and whether it needs others (`delta`) or not (`key`). */
type Packet = readonly [start: number, duration: number, type: string];

/** What a player shows of a track, or plays. */
export interface DecodedTrack {
  readonly codec: string | null;
  readonly rotation?: number;
  readonly packets: readonly Packet[];
  /**
   * Hashes of what is shown or played: pixels of AV1, and samples of PCM. Hashes of the coded bytes for other formats,
   * for which no decoder is available, and if nothing is decoded.
   */
  readonly content: readonly string[];
}

/**
 * Reads the tracks of an MP4, MOV, or MP3 with mediabunny, which shares no code with the cleaning. Returns undefined if
 * it can't read the file, or finds no packets. Without `decodes`, hashes the coded bytes of all formats.
 */
export async function decodeMovie(bytes: Uint8Array, { decodes = true } = {}): Promise<DecodedTrack[] | undefined> {
  const input = new Input({ formats: [MP4, QTFF, MP3], source: new BufferSource(bytes) });
  try {
    const tracks: DecodedTrack[] = [];
    for (const track of await input.getVideoTracks()) tracks.push(await decodeVideo(track, decodes));
    for (const track of await input.getAudioTracks()) tracks.push(await decodeAudio(track, decodes));
    return tracks.some(({ packets }) => packets.length > 0) ? tracks : undefined;
  } catch {
    return undefined;
  } finally {
    input.dispose();
  }
}

/** Reads a video track, and decodes its frames of AV1. */
async function decodeVideo(track: InputVideoTrack, decodes: boolean): Promise<DecodedTrack> {
  const codec = await track.getCodec();
  const rotation = await track.getRotation();
  const { packets, payloads } = await readPackets(track);
  const content = decodes && codec === 'av1' ? await Promise.all(payloads.map(decodeFrame)) : payloads;
  return { codec, rotation, packets, content: content.map(hash) };
}

/** Reads an audio track, and decodes its samples of PCM. */
async function decodeAudio(track: InputAudioTrack, decodes: boolean): Promise<DecodedTrack> {
  const codec = await track.getCodec();
  const { packets, payloads } = await readPackets(track);
  const content = decodes && codec?.startsWith('pcm') ? await decodeSound(track) : payloads;
  return { codec, packets, content: content.map(hash) };
}

/** Reads the packets of a track, with their coded bytes. */
async function readPackets(track: InputTrack): Promise<{ packets: Packet[]; payloads: Buffer[] }> {
  const packets: Packet[] = [];
  const payloads: Buffer[] = [];
  for await (const packet of new EncodedPacketSink(track).packets()) {
    packets.push([packet.timestamp, packet.duration, packet.type]);
    payloads.push(Buffer.from(packet.data));
    if (packets.length === MAX_PACKETS) break;
  }
  return { packets, payloads };
}

/** Hashes decoded content. Content that can't be decoded is `broken`. */
function hash(content: Buffer | undefined): string {
  return content ? createHash('sha256').update(content).digest('base64') : 'broken';
}

/** The parts of an AVIF with the size of the frames. A frame to decode replaces its picture. */
const pendingTemplate = createFrame(0);

/** Decodes a frame of AV1 as the picture of an AVIF. Returns undefined if it is broken. */
async function decodeFrame(data: Buffer): Promise<Buffer | undefined> {
  const avif = writeHeif({ ...(await pendingTemplate), items: [{ type: 'av01', data }] }, {});
  return (await decodePicture(avif))?.pixels;
}

/** Decodes the sound of a PCM track, packet by packet. */
async function decodeSound(track: InputAudioTrack): Promise<Buffer[]> {
  const sounds: Buffer[] = [];
  for await (const sample of new AudioSampleSink(track).samples()) {
    const options = { planeIndex: 0, format: 'f32' } as const;
    const sound = Buffer.alloc(sample.allocationSize(options));
    sample.copyTo(sound, options);
    sample.close();
    sounds.push(sound);
  }
  return sounds;
}
