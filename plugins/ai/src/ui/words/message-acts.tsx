import { MenuItem, toast, usePermission, useWords, type SlotMap } from '@recado/sdk/ui'
import { audioOf } from '../../words/audio-of.ts'
import { useTranscribe, useTranslate, useWordsOf } from './use-words-of.ts'

/** Entries of a message's menu: write out what was spoken, translate. */
export default function MessageActs({ ticket, message, close }: SlotMap['ticket.message.actions']) {
  const { t, i18n } = useWords()
  const may = usePermission('words')
  const { data } = useWordsOf(ticket.id)
  const transcribe = useTranscribe(ticket.id)
  const translate = useTranslate(ticket.id, ticket.agentLanguage ?? i18n.language)
  const has = (kind: 'transcript' | 'translation'): boolean =>
    data?.words.some((words) => words.messageId === message.id && words.kind === kind && words.state === 'done') ===
    true
  const make = (made: typeof transcribe): void => {
    close()
    made.mutateAsync(message.id).catch(toast.error)
  }
  if (!may) return null
  return (
    <>
      {audioOf(message) && !has('transcript') && (
        <MenuItem onSelect={() => make(transcribe)}>{t('words.transcribe')}</MenuItem>
      )}
      {(message.body.trim() !== '' || has('transcript')) && !has('translation') && (
        <MenuItem onSelect={() => make(translate)}>{t('words.translate')}</MenuItem>
      )}
    </>
  )
}
