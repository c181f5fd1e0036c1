/** Hertz and seconds of the tones of each outcome: a short high one, or two long low ones. */
const tones = {
  right: [{ pitch: 1_320, seconds: 0.08 }],
  wrong: [
    { pitch: 220, seconds: 0.25 },
    { pitch: 165, seconds: 0.4 },
  ],
} as const;

let context: AudioContext | null = null;

/** Sounds the outcome of a scan: who scans looks at the goods, not at the screen. A telephone vibrates when it is wrong. */
export function sound(outcome: keyof typeof tones): void {
  context ??= new AudioContext();
  // One that was made before the first key or tap is silent until it is resumed.
  if (context.state === 'suspended') void context.resume();
  let at = context.currentTime;
  for (const { pitch, seconds } of tones[outcome]) {
    const tone = new OscillatorNode(context, {
      type: outcome === 'wrong' ? 'square' : 'sine',
      frequency: pitch,
    });
    const volume = new GainNode(context, { gain: 0.2 });
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + seconds);
    at += seconds + 0.05;
  }
  // Browsers refuse to vibrate before the first tap, and report that as an error.
  if (outcome === 'wrong' && 'vibrate' in navigator && navigator.userActivation.hasBeenActive)
    navigator.vibrate([200, 80, 300]);
}
