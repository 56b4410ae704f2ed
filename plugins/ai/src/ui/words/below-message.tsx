import type { Message } from '@recado/sdk'
import { Button, Spinner, useErrorText, useWords, type SlotMap } from '@recado/sdk/ui'
import { useEffect, type ReactNode } from 'react'
import type { Words } from '../../words/words-store.ts'
import { languageName } from '../languages.ts'
import { useOwnWords } from './use-own-words.ts'
import { useTranscribe, useTranslate, useWordsOf } from './use-words-of.ts'

type Slot = SlotMap['ticket.message.below']

/**
 * What belongs to a message beside its own words: its translation, which is read in their place until somebody wants
 * the original, what was spoken in it, what was written before it was translated.
 */
export default function BelowMessage({ ticket, message, onWords }: Slot) {
  const { data } = useWordsOf(ticket.id)
  const mine = data?.words.filter(({ messageId }) => messageId === message.id) ?? []
  return mine
    .toSorted((a, b) => a.kind.localeCompare(b.kind))
    .map((words) => {
      if (words.kind === 'written') return <Written key={words.kind} words={words} />
      if (words.kind === 'translation' && words.state === 'done' && hasOwnWords(message))
        return <InFront key={words.kind} words={words} onWords={onWords} />
      return <Made key={words.kind} ticket={ticket} words={words} />
    })
}

/** Whether a message has words in whose place others can be read, and not those of a recording or a place alone. */
const hasOwnWords = ({ parts }: Pick<Message, 'parts'>): boolean =>
  parts.some((part) => part.kind === 'text' || part.kind === 'html' || (part.kind === 'media' && !!part.caption))

const Frame = ({ children }: { children: ReactNode }) => (
  <div className="mt-1 border-t border-current/20 pt-1 text-list">{children}</div>
)

/** From which language or in which one words are, in the language of who reads. */
function useTitle({ kind, language, fromLanguage }: Words): string {
  const { t, i18n } = useWords()
  const names = new Intl.DisplayNames([i18n.language], { type: 'language' })
  if (kind === 'translation' && fromLanguage) return t('words.from', { language: languageName(names, fromLanguage) })
  if (kind === 'transcript' && language) return t('words.heardIn', { language: languageName(names, language) })
  return t(`words.${kind}`)
}

/** Which language a message was translated from, and the way to its own words and back. */
function InFront({ words, onWords }: { words: Words; onWords: Slot['onWords'] }) {
  const { t } = useWords()
  const title = useTitle(words)
  const { messageId, text, language } = words
  const [isOwn, change] = useOwnWords(messageId)
  useEffect(() => {
    onWords(isOwn ? null : { text, language })
    return () => onWords(null)
  }, [onWords, isOwn, text, language])
  return (
    <Frame>
      <p className="flex flex-wrap items-center gap-2 text-xs">
        <span className="opacity-75">{title}</span>
        <Button size="small" onClick={change}>
          {t(isOwn ? 'words.showTranslation' : 'words.showOriginal')}
        </Button>
      </p>
    </Frame>
  )
}

/** What somebody of the team wrote before it was translated and sent, when it is asked for. */
function Written({ words: { messageId, text } }: { words: Words }) {
  const { t } = useWords()
  const [isShown, change] = useOwnWords(messageId)
  return (
    <Frame>
      <p className="flex flex-wrap items-center gap-2 text-xs">
        <span className="opacity-75">{t('words.written')}</span>
        <Button size="small" aria-expanded={isShown} onClick={change}>
          {t(isShown ? 'words.hideWritten' : 'words.showWritten')}
        </Button>
      </p>
      {isShown && <p className="break-words whitespace-pre-wrap">{text}</p>}
    </Frame>
  )
}

function Made({ ticket, words }: { ticket: Slot['ticket']; words: Words }) {
  const { t, i18n } = useWords()
  const textOf = useErrorText()
  const transcribe = useTranscribe(ticket.id)
  const translate = useTranslate(ticket.id, ticket.agentLanguage ?? i18n.language)
  const { kind, state, text, language, failure } = words
  const again = kind === 'transcript' ? transcribe : translate
  const title = useTitle(words)
  return (
    <Frame>
      <p className="text-xs opacity-75">{title}</p>
      {state === 'pending' && <Spinner label={t('words.pending')} />}
      {state === 'done' && (
        <p lang={language ?? undefined} className="break-words whitespace-pre-wrap">
          {text === '' ? t('words.silent') : text}
        </p>
      )}
      {state === 'failed' && (
        <p className="flex flex-wrap items-center gap-2 text-xs">
          <span>{textOf(failure ?? 'ERR_TRANSCRIPTION')}</span>
          <Button size="small" busy={again.isPending} onClick={() => again.mutate(words.messageId)}>
            {t('words.again')}
          </Button>
        </p>
      )}
    </Frame>
  )
}
