import { Button, Icon, IconButton, Recorder, useWords, type Recording } from '@recado/sdk/ui'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { clock } from '../use-times.ts'

/** Records a voice note and sends it; one that is too short is refused, and can be recorded again (S5-048). */
export function VoiceNote({ onSend, onClose }: { onSend(recording: Recording): Promise<boolean>; onClose(): void }) {
  const { t } = useWords()
  const [recorder] = useState(() => new Recorder())
  const state = useSyncExternalStore(recorder.subscribe, recorder.state)
  const [failed, setFailed] = useState<Recording>()
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    void recorder.start()
    const timer = setInterval(() => setSeconds(recorder.seconds()), 200)
    return () => {
      clearInterval(timer)
      recorder.reset()
    }
  }, [recorder])
  const give = async (recording: Recording): Promise<void> => {
    if (await onSend(recording)) onClose()
    else setFailed(recording)
  }
  const finish = async (): Promise<void> => {
    const recording = await recorder.stop(t('file.voice'))
    if (recording) await give(recording)
  }
  const fault = state.kind === 'failed' ? t(`voice.fault.${state.fault}`) : failed ? t('voice.notSent') : undefined
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-2 px-2" role="group" aria-label={t('voice.record')}>
      <Icon name="mic" size={16} />
      {fault !== undefined ? (
        <>
          <span role="alert" className="min-w-40 flex-1 text-sm text-danger">
            {fault}
          </span>
          <Button size="small" onClick={() => (failed ? void give(failed) : void recorder.start())}>
            {t('voice.again')}
          </Button>
        </>
      ) : (
        <>
          <span role="status" className="text-sm">
            {t(state.kind === 'recording' ? 'voice.recording' : 'voice.asking')}
          </span>
          <span role="timer" className="flex-1 text-sm tabular-nums">
            {clock(seconds)}
          </span>
        </>
      )}
      <IconButton icon={<Icon name="trash-2" size={16} />} label={t('voice.discard')} onClick={onClose} />
      {state.kind === 'recording' && (
        <Button
          variant="primary"
          icon={<Icon name="send" size={16} />}
          aria-label={t('voice.send')}
          onClick={() => void finish()}
        />
      )}
    </div>
  )
}
