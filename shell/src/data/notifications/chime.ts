/** Two soft tones, made here: no file to load. Seconds and hertz. */
const tones = [
  { at: 0, pitch: 660 },
  { at: 0.13, pitch: 880 },
] as const
const loudness = 0.12
const toneLength = 0.22

let context: AudioContext | undefined

/** Browsers make no sound until the page has been touched; then nothing is heard, and nothing fails. */
export async function chime(): Promise<void> {
  if (typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  if (context.state === 'suspended')
    await Promise.race([context.resume().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, 300))])
  if (context.state !== 'running') return
  for (const { at, pitch } of tones) {
    const begin = context.currentTime + at
    const oscillator = context.createOscillator()
    const gain = context.createGain()
    oscillator.frequency.value = pitch
    gain.gain.setValueAtTime(0, begin)
    gain.gain.linearRampToValueAtTime(loudness, begin + 0.01)
    gain.gain.exponentialRampToValueAtTime(0.001, begin + toneLength)
    oscillator.connect(gain).connect(context.destination)
    oscillator.start(begin)
    oscillator.stop(begin + toneLength)
  }
}
