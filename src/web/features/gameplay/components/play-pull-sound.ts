import type { Rarity } from '#shared/constants/rarity.ts';

/** The notes of a rarity in semitones above A4, the time between them and how long the last ones ring, in seconds. */
const melodies: Record<Rarity, { notes: number[]; step: number; ring: number }> = {
  common: { notes: [0], step: 0, ring: 0.35 },
  uncommon: { notes: [0, 4], step: 0.09, ring: 0.5 },
  rare: { notes: [0, 4, 7], step: 0.09, ring: 0.7 },
  epic: { notes: [-5, 0, 4, 7, 11], step: 0.08, ring: 1 },
  legendary: { notes: [-12, -5, 0, 4, 7, 12, 16, 19], step: 0.075, ring: 1.6 },
};

/** The loudness of all notes of a melody together. */
const volume = 0.28;
let audio: AudioContext | null = null;

/** Plays the short sound of a rarity. It is silent in a hidden tab and before the first click in the page. */
export function playPullSound(rarity: Rarity): void {
  if (document.hidden || !navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  void audio.resume();
  const { notes, step, ring } = melodies[rarity];
  const start = audio.currentTime + 0.02;
  notes.forEach((note, index) => {
    const tone = { frequency: 440 * 2 ** (note / 12), at: start + index * step, ring };
    if (audio) playNote(audio, tone, volume / Math.sqrt(notes.length));
  });
}

/** A bell: the tone and a quieter one two octaves above it that ends sooner. */
function playNote(
  context: AudioContext,
  { frequency, at, ring }: { frequency: number; at: number; ring: number },
  loudest: number,
): void {
  for (const [multiple, loudness, length] of [
    [1, loudest, ring],
    [4, loudest / 5, ring / 3],
  ] as const) {
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.frequency.value = frequency * multiple;
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(loudness, at + 0.008);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
    tone.connect(gain).connect(context.destination);
    tone.start(at);
    tone.stop(at + length + 0.05);
  }
}
