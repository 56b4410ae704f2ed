import {
  Button,
  IconButton,
  longestRecording as longest,
  type Recorder,
  type Recording,
  type RecordingFault,
} from '@recado/sdk/ui'
import { Mic, MicOff, Pause, Play, RotateCcw, SendHorizontal, Square, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../clock.ts'
import { useObjectUrl } from '../use-object-url.ts'
import { LevelMeter } from './LevelMeter.tsx'
import type { VoiceNote } from './use-voice-note.ts'

const bar = 'flex min-h-12 flex-wrap items-center gap-2 border-b border-line py-1.5 pr-1.5 pl-3 text-list'

/** A voice note on its way: being recorded, listened to before it is sent, or what is in its way. */
export function VoiceBar({ note, onSend, onAttach }: { note: VoiceNote; onSend(): void; onAttach(): void }) {
  const { recorder, state, recording } = note
  if (state.kind === 'failed')
    return <Fault fault={state.fault} onRetry={note.toggle} onAttach={onAttach} onClose={() => recorder.reset()} />
  if (state.kind === 'asking') return <Asking onCancel={() => recorder.reset()} />
  if (state.kind === 'recording') return <Running note={note} isPaused={state.isPaused} onSend={onSend} />
  return recording ? <Preview recording={recording} onDiscard={note.discard} onSend={onSend} /> : null
}

function Asking({ onCancel }: { onCancel(): void }) {
  const { t } = useTranslation('attendance')
  return (
    <div className={bar}>
      <Mic size={16} className="shrink-0 text-ink-muted" aria-hidden />
      <span role="status" className="min-w-0 flex-1">
        {t('voice.asking')}
      </span>
      <Button size="small" variant="ghost" onClick={onCancel}>
        {t('voice.cancel')}
      </Button>
    </div>
  )
}

function Running({
  note: { recorder, toggle, discard },
  isPaused,
  onSend,
}: {
  note: VoiceNote
  isPaused: boolean
  onSend(): void
}) {
  const { t } = useTranslation('attendance')
  const seconds = useElapsed(recorder)
  const stop = useRef<HTMLButtonElement>(null)
  useEffect(() => stop.current?.focus(), [])
  const latest = useRef(discard)
  useEffect(() => {
    latest.current = discard
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || document.querySelector('[role="dialog"], [role="menu"], [role="alertdialog"]'))
        return
      event.preventDefault()
      event.stopPropagation()
      latest.current()
    }
    addEventListener('keydown', onKeyDown, true)
    return () => removeEventListener('keydown', onKeyDown, true)
  }, [])
  return (
    <div className={bar}>
      <span role="status" className="sr-only">
        {t(isPaused ? 'voice.paused' : 'voice.recording')}
      </span>
      <span className={`size-2.5 shrink-0 rounded-full ${isPaused ? 'bg-line-strong' : 'bg-danger'}`} aria-hidden />
      <span role="timer" className="tabular-nums">
        {clock(seconds)}
      </span>
      <LevelMeter stream={isPaused ? null : recorder.stream()} />
      {longest() - seconds < 60 && (
        <span className="text-warning tabular-nums">{t('voice.left', { time: clock(longest() - seconds) })}</span>
      )}
      <span className="ml-auto flex items-center gap-1">
        <IconButton
          size="small"
          icon={<Trash2 size={15} />}
          label={t('voice.discard')}
          shortcut="Esc"
          onClick={discard}
        />
        <IconButton
          size="small"
          icon={isPaused ? <Mic size={15} /> : <Pause size={15} />}
          label={t(isPaused ? 'voice.resume' : 'voice.pause')}
          onClick={() => (isPaused ? recorder.resume() : recorder.pause())}
        />
        <Button ref={stop} size="small" icon={<Square size={13} />} onClick={toggle}>
          {t('voice.stop')}
        </Button>
        <Button
          size="small"
          variant="primary"
          icon={<SendHorizontal size={15} />}
          aria-label={t('voice.send')}
          onClick={onSend}
        >
          {t('composer.send')}
        </Button>
      </span>
    </div>
  )
}

function Preview({
  recording: { file, seconds },
  onDiscard,
  onSend,
}: {
  recording: Recording
  onDiscard(): void
  onSend(): void
}) {
  const { t } = useTranslation('attendance')
  const send = useRef<HTMLButtonElement>(null)
  const player = useRef<HTMLAudioElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const [at, setAt] = useState(0)
  const source = useObjectUrl(file)
  useEffect(() => send.current?.focus(), [])
  const toggle = () => {
    if (isPlaying) player.current?.pause()
    // A player that is taken away while it begins is no fault.
    else void player.current?.play().catch(() => undefined)
  }
  return (
    <div className={bar}>
      {/* A recording says nothing of its length before it was played once: it is shown from what was measured. */}
      <audio
        ref={player}
        src={source}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setAt(0)}
        onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
      />
      <IconButton
        size="small"
        icon={isPlaying ? <Pause size={15} /> : <Play size={15} />}
        label={t(isPlaying ? 'voice.pauseListening' : 'voice.listen')}
        onClick={toggle}
      />
      <span role="status" className="sr-only">
        {t('voice.ready', { count: Math.round(seconds) })}
      </span>
      <progress
        value={Math.min(at, seconds)}
        max={seconds}
        aria-hidden
        className="h-1 w-32 max-w-[30%] accent-accent"
      />
      <span className="text-ink-muted tabular-nums" aria-hidden>
        {clock(at > 0 ? at : seconds)}
      </span>
      <span className="ml-auto flex items-center gap-1">
        <IconButton size="small" icon={<Trash2 size={15} />} label={t('voice.discard')} onClick={onDiscard} />
        <Button
          ref={send}
          size="small"
          variant="primary"
          icon={<SendHorizontal size={15} />}
          aria-label={t('voice.send')}
          onClick={onSend}
        >
          {t('composer.send')}
        </Button>
      </span>
    </div>
  )
}

/** A fault with its remedy: permit and try again, or send a file that was recorded elsewhere. */
function Fault({
  fault,
  onRetry,
  onAttach,
  onClose,
}: {
  fault: RecordingFault
  onRetry(): void
  onAttach(): void
  onClose(): void
}) {
  const { t } = useTranslation('attendance')
  return (
    <div className={bar}>
      <MicOff size={16} className="shrink-0 text-danger" aria-hidden />
      <span role="alert" className="min-w-48 flex-1">
        {t(`voice.fault.${fault}`)}
      </span>
      <span className="ml-auto flex items-center gap-1">
        {fault !== 'unsupported' && (
          <Button size="small" icon={<RotateCcw size={14} />} onClick={onRetry}>
            {t(fault === 'tooShort' ? 'voice.again' : 'voice.retry')}
          </Button>
        )}
        {fault !== 'tooShort' && (
          <Button size="small" variant="ghost" onClick={onAttach}>
            {t('voice.attachInstead')}
          </Button>
        )}
        <Button size="small" variant="ghost" onClick={onClose}>
          {t('voice.cancel')}
        </Button>
      </span>
    </div>
  )
}

function useElapsed(recorder: Recorder): number {
  const [seconds, setSeconds] = useState(recorder.seconds)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(recorder.seconds()), 200)
    return () => clearInterval(timer)
  }, [recorder])
  return seconds
}
