import {
  Button,
  Dialog,
  EmptyState,
  ErrorState,
  Icon,
  IconButton,
  Input,
  Skeleton,
  type SlotMap,
  useSettled,
  useWords,
} from '@recado/sdk/ui'
import { useEffect, useState } from 'react'
import { usePassages } from './use-articles.ts'

/** How long nothing is typed before it is searched, in milliseconds. */
const typingPauseMs = 300

/** The book of the composer: passages of articles, found by what is asked and put into the text. */
export default function InsertAction({ composer }: SlotMap['ticket.composer.actions']) {
  const { t } = useWords()
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<{ readonly text: string }>()
  const { insertText } = composer
  // After the dialog has gone and given the focus back: it goes on into the text.
  useEffect(() => {
    if (!chosen) return undefined
    const timer = setTimeout(() => {
      setChosen(undefined)
      insertText(chosen.text)
    })
    return () => clearTimeout(timer)
  }, [chosen, insertText])
  return (
    <>
      <IconButton
        icon={<Icon name="book-open" />}
        label={t('insert.title')}
        disabled={composer.disabled}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Passages
          onClose={() => setOpen(false)}
          onChoose={(text) => {
            setOpen(false)
            setChosen({ text })
          }}
        />
      )}
    </>
  )
}

function Passages({ onClose, onChoose }: { onClose(): void; onChoose(text: string): void }) {
  const { t } = useWords()
  const [query, setQuery] = useState('')
  const asked = useSettled(query.trim(), typingPauseMs)
  const found = usePassages(asked)
  const passages = asked === '' ? [] : (found.data?.passages ?? [])
  return (
    <Dialog
      open
      shape="wide"
      title={t('insert.title')}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <div className="flex flex-col gap-3">
        <Input
          type="search"
          aria-label={t('insert.ask')}
          placeholder={t('insert.ask')}
          value={query}
          maxLength={500}
          onChange={({ target }) => setQuery(target.value)}
        />
        {asked !== '' && found.isPending && <Skeleton lines={4} />}
        {found.isError && (
          <ErrorState what={t('articles.what')} error={found.error} onRetry={() => void found.refetch()} />
        )}
        {asked !== '' && found.isSuccess && passages.length === 0 && <EmptyState title={t('articles.noneFound')} />}
        <ul aria-live="polite" aria-label={t('insert.found')} className="flex flex-col gap-2">
          {passages.map(({ article, title, heading, text }, at) => (
            <li key={`${article} ${at}`} className="flex flex-col gap-1 rounded-lg border border-line p-3">
              <p className="text-xs break-words text-ink-muted">{[title, heading].filter(Boolean).join(' › ')}</p>
              <p className="line-clamp-4 text-list break-words whitespace-pre-wrap">{text}</p>
              <Button size="small" className="self-start" onClick={() => onChoose(text)}>
                {t('insert.put')}
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}
