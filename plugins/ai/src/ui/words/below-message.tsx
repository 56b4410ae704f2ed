import { Button, Spinner, useErrorText, useWords, type SlotMap } from '@recado/sdk/ui'
import type { Words } from '../../words/words-store.ts'
import { languageName } from '../languages.ts'
import { useTranscribe, useTranslate, useWordsOf } from './use-words-of.ts'

/** What was spoken in a message, and what it says in another language, below its own words. */
export default function BelowMessage({ ticket, message }: SlotMap['ticket.message.below']) {
  const { data } = useWordsOf(ticket.id)
  const mine = data?.words.filter(({ messageId }) => messageId === message.id) ?? []
  return mine
    .toSorted((a, b) => a.kind.localeCompare(b.kind))
    .map((words) => <Made key={words.kind} ticket={ticket} words={words} />)
}

function Made({ ticket, words }: { ticket: SlotMap['ticket.message.below']['ticket']; words: Words }) {
  const { t, i18n } = useWords()
  const textOf = useErrorText()
  const transcribe = useTranscribe(ticket.id)
  const translate = useTranslate(ticket.id, ticket.agentLanguage ?? i18n.language)
  const { kind, state, text, fromLanguage, failure } = words
  const again = kind === 'transcript' ? transcribe : translate
  const names = new Intl.DisplayNames([i18n.language], { type: 'language' })
  const title =
    kind === 'translation' && fromLanguage
      ? t('words.from', { language: languageName(names, fromLanguage) })
      : t(`words.${kind}`)
  return (
    <div className="mt-1 border-t border-current/20 pt-1 text-list">
      <p className="text-xs opacity-75">{title}</p>
      {state === 'pending' && <Spinner label={t('words.pending')} />}
      {state === 'done' && <p className="break-words whitespace-pre-wrap">{text === '' ? t('words.silent') : text}</p>}
      {state === 'failed' && (
        <p className="flex flex-wrap items-center gap-2 text-xs">
          <span>{textOf(failure ?? 'ERR_TRANSCRIPTION')}</span>
          <Button size="small" busy={again.isPending} onClick={() => again.mutate(words.messageId)}>
            {t('words.again')}
          </Button>
        </p>
      )}
    </div>
  )
}
