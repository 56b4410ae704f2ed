import {
  canRecord,
  longestRecording as longest,
  Recorder,
  toast,
  type Recording,
  type RecorderState,
} from '@recado/sdk/ui'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkplace } from '../../../../data/workplace/workplace-context.ts'

/** The voice note of a ticket: recorded, kept until it is sent or given up, over switching tickets. */
export interface VoiceNote {
  readonly recorder: Recorder
  readonly state: RecorderState
  readonly recording: Recording | null
  /** Begins, or ends what was begun. */
  toggle(): void
  /** Throws away what was recorded, and offers it back. */
  discard(): void
  /** Ends what is being recorded, if it is, and answers the note, which is nobody's from here on. */
  finish(): Promise<Recording | undefined>
}

export function useVoiceNote(ticketId: string): VoiceNote {
  const { t } = useTranslation('attendance')
  const { attachments } = useWorkplace()
  const [recorder] = useState(() => new Recorder())
  const state = useSyncExternalStore(recorder.subscribe, recorder.state)
  const { recording } = useSyncExternalStore(attachments.subscribe, () => attachments.of(ticketId))

  const end = useCallback(async () => {
    const made = await recorder.stop(t('part.voice'))
    if (made) attachments.change(ticketId, { recording: made })
  }, [recorder, attachments, ticketId, t])

  const isRecording = state.kind === 'recording'
  // A user who switches to another ticket finds the recording when they come back.
  useEffect(
    () => () => {
      if (recorder.state().kind === 'recording') void end()
      else recorder.reset()
    },
    [recorder, end],
  )
  useEffect(() => {
    if (!isRecording) return
    const watch = setInterval(() => {
      if (recorder.seconds() >= longest()) void end()
    }, 1_000)
    return () => clearInterval(watch)
  }, [isRecording, recorder, end])

  /** Ends the current recording, or takes the stored one, and removes it from the shelf. */
  const take = async (): Promise<Recording | null> => {
    // A recording that is sent at once is not put on the shelf first: its player would open without a file.
    const made =
      recorder.state().kind === 'recording' ? await recorder.stop(t('part.voice')) : attachments.of(ticketId).recording
    attachments.change(ticketId, { recording: null })
    return made ?? null
  }
  const discard = async () => {
    const made = await take()
    // Too short to be kept is too short to be told.
    recorder.reset()
    if (!made) return
    toast.success(t('voice.discarded'), {
      action: { label: t('undo.act'), onClick: () => attachments.change(ticketId, { recording: made }) },
    })
  }
  return {
    recorder,
    state,
    recording,
    toggle: () => void (isRecording ? end() : canRecord() ? recorder.start() : recorder.refuse('unsupported')),
    discard: () => void discard(),
    finish: async () => (await take()) ?? undefined,
  }
}
