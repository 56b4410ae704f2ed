import { Button, IconButton } from '@recado/sdk/ui'
import { Pause, Play } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../clock.ts'
import { useSteadySource } from './use-steady-source.ts'

const speeds = [1, 1.5, 2] as const

/** Starting one player pauses the other. */
let speaking: HTMLAudioElement | null = null

export interface AudioPlayerProps {
  src: string
  label: string
  /** Length declared by the sender; the file's own takes precedence. */
  seconds: number | undefined
  onError(): void
}

/** Player of a recording or sound: play, position, length, speed. */
export function AudioPlayer({ src, label, seconds, onError }: AudioPlayerProps) {
  const { t, i18n } = useTranslation('attendance')
  const [player, setPlayer] = useState<HTMLAudioElement | null>(null)
  const steady = useSteadySource(src, player)
  const [isPlaying, setPlaying] = useState(false)
  const [at, setAt] = useState(0)
  const [measured, setMeasured] = useState<number>()
  const [speed, setSpeed] = useState<(typeof speeds)[number]>(1)
  const written = new Intl.NumberFormat(i18n.language).format(speed)
  const length = Math.max(measured ?? seconds ?? 0, at)
  /** Seeking to its end to determine its length. */
  const isMeasuring = useRef(false)
  const toggle = () => {
    if (isPlaying) player?.pause()
    // A player that is taken away while it begins is no fault.
    else void player?.play().catch(() => undefined)
  }
  const faster = () => {
    const next = speeds[(speeds.indexOf(speed) + 1) % speeds.length]!
    setSpeed(next)
    if (player) player.playbackRate = next
  }
  const go = (to: number) => {
    setAt(to)
    if (player) player.currentTime = to
  }
  return (
    <span className="flex w-72 max-w-full items-center gap-2">
      <audio
        ref={setPlayer}
        src={steady}
        preload="metadata"
        onError={onError}
        onPlay={({ currentTarget }) => {
          if (speaking !== currentTarget) speaking?.pause()
          speaking = currentTarget
          setPlaying(true)
        }}
        onPause={() => setPlaying(false)}
        onEnded={() => go(0)}
        onTimeUpdate={({ currentTarget }) => {
          if (!isMeasuring.current) setAt(currentTarget.currentTime)
        }}
        // A browser's recording does not contain its length until its end was reached once.
        onLoadedMetadata={({ currentTarget }) => {
          if (seconds !== undefined || currentTarget.duration !== Number.POSITIVE_INFINITY) return
          isMeasuring.current = true
          currentTarget.currentTime = Number.MAX_SAFE_INTEGER
        }}
        onDurationChange={({ currentTarget: { duration } }) => {
          if (!Number.isFinite(duration) || duration <= 0) return
          setMeasured(duration)
          if (isMeasuring.current) go(0)
          isMeasuring.current = false
        }}
      />
      <IconButton
        variant="primary"
        className="shrink-0 rounded-full"
        icon={isPlaying ? <Pause size={16} /> : <Play size={16} />}
        label={t(isPlaying ? 'part.pause' : 'part.play', { name: label })}
        onClick={toggle}
      />
      <input
        type="range"
        className="h-6 min-w-0 flex-1 cursor-pointer accent-accent"
        min={0}
        max={length || 1}
        step="any"
        value={at}
        aria-label={t('part.position', { name: label })}
        aria-valuetext={`${clock(at)} / ${clock(length)}`}
        onChange={(event) => go(Number(event.target.value))}
      />
      <span className="shrink-0 text-xs text-ink-muted tabular-nums" aria-hidden>
        {clock(at > 0 ? at : length)}
      </span>
      <Button
        size="small"
        variant="ghost"
        className="shrink-0 tabular-nums"
        aria-label={t('part.speed', { speed: written })}
        onClick={faster}
      >
        {written}×
      </Button>
    </span>
  )
}
