import { useEffect, useRef } from 'react'

/** Level of the recording, so that a silent microphone is noticed. Updated outside of React, and not read aloud. */
export function LevelMeter({ stream }: { stream: MediaStream | null }) {
  const level = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const mark = level.current
    if (!stream || !mark || typeof AudioContext === 'undefined') return
    const context = new AudioContext()
    const analyser = context.createAnalyser()
    analyser.fftSize = 512
    context.createMediaStreamSource(stream).connect(analyser)
    const samples = new Float32Array(analyser.fftSize)
    let frame = 0
    const draw = () => {
      analyser.getFloatTimeDomainData(samples)
      const loud = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
      // Speech lies between -50 and -10 dB.
      const share = Math.min(1, Math.max(0, (20 * Math.log10(loud || 1e-5) + 50) / 40))
      mark.style.transform = `scaleX(${share.toFixed(2)})`
      frame = requestAnimationFrame(draw)
    }
    draw()
    return () => {
      cancelAnimationFrame(frame)
      mark.style.transform = 'scaleX(0)'
      void context.close()
    }
  }, [stream])
  return (
    <span aria-hidden className="h-1.5 w-24 overflow-hidden rounded-full bg-hover">
      <span
        ref={level}
        className="block size-full origin-left rounded-full bg-accent"
        style={{ transform: 'scaleX(0)' }}
      />
    </span>
  )
}
