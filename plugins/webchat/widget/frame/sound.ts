/**
 * A short, quiet note for a new message: the company's own sound, or two tones. Browsers may refuse before the first
 * click.
 */
export async function playSound(url: string | undefined): Promise<void> {
  try {
    if (url !== undefined) await new Audio(url).play()
    else await playTones()
  } catch {
    // Not allowed, or the file is gone: a sound is never worth an error.
  }
}

async function playTones(): Promise<void> {
  const audio = new AudioContext()
  const volume = audio.createGain()
  volume.gain.setValueAtTime(0.08, audio.currentTime)
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.35)
  volume.connect(audio.destination)
  for (const [frequency, delay] of [
    [660, 0],
    [880, 0.12],
  ] as const) {
    const tone = audio.createOscillator()
    tone.frequency.value = frequency
    tone.connect(volume)
    tone.start(audio.currentTime + delay)
    tone.stop(audio.currentTime + delay + 0.2)
  }
  await new Promise((resolve) => {
    setTimeout(resolve, 500)
  })
  await audio.close()
}
