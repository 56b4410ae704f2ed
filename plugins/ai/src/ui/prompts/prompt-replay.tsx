import {
  Button,
  ErrorState,
  Field,
  Input,
  Select,
  Spinner,
  useApi,
  useErrorText,
  useSettled,
  useWords,
} from '@recado/sdk/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PromptDraft } from '../../prompts/prompt.ts'
import { Rehearsed } from './rehearsed.tsx'
import { useReplay } from './use-replay.ts'

interface Conversations {
  readonly tickets: readonly {
    readonly id: string
    readonly protocol: string
    readonly name: string
    readonly lastMessage: string
  }[]
}

/** A conversation of the company, replayed with the draft beside what was said then. Nothing is sent or done. */
export function PromptReplay({
  draft,
  promptId,
  isIncomplete,
}: {
  draft: PromptDraft
  promptId: string | undefined
  isIncomplete: boolean
}) {
  const { t } = useWords()
  const api = useApi()
  const textOf = useErrorText()
  const [search, setSearch] = useState('')
  const [ticketId, setTicketId] = useState('')
  const searched = useSettled(search.trim(), 300)
  const { replayed, start } = useReplay()
  const conversations = useQuery({
    queryKey: ['ai', 'replayable', searched],
    queryFn: ({ signal }) => {
      const states = ['closed', 'open', 'pending'].map((state) => `status[]=${state}`).join('&')
      const found = encodeURIComponent(searched)
      return api.get<Conversations>(`/tickets?${states}&showAll=true&limit=30&searchParam=${found}`, { signal })
    },
  })
  const tickets = conversations.data?.tickets ?? []
  const isComing = replayed.state === 'coming'
  return (
    <div className="flex min-w-0 flex-col gap-4 pt-4">
      <p className="text-list text-ink-muted">{t(isIncomplete ? 'trial.incomplete' : 'replay.description')}</p>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <Field label={t('replay.search')}>
          <Input value={search} maxLength={100} onChange={({ target }) => setSearch(target.value)} />
        </Field>
        <Field label={t('replay.conversation')}>
          <Select
            value={ticketId}
            options={[
              { value: '', label: t(tickets.length === 0 ? 'replay.none' : 'replay.choose') },
              ...tickets.map(({ id, protocol, name, lastMessage }) => ({
                value: id,
                label: [name, protocol, lastMessage.slice(0, 40)].filter(Boolean).join(' · '),
              })),
            ]}
            onValueChange={setTicketId}
          />
        </Field>
      </div>
      {conversations.isError && (
        <ErrorState
          what={t('replay.conversation')}
          error={conversations.error}
          onRetry={() => void conversations.refetch()}
        />
      )}
      <Button
        className="self-start"
        busy={isComing}
        disabled={ticketId === '' || isIncomplete}
        onClick={() => void start({ prompt: draft, id: promptId, ticketId })}
      >
        {t('replay.start')}
      </Button>
      <ol aria-label={t('replay.title')} aria-live="polite" aria-busy={isComing} className="flex flex-col gap-4">
        {replayed.turns.map(({ asked, said, rehearsal }, at) => (
          <li key={at} className="flex flex-col gap-2 border-t border-line pt-3 text-list">
            <p className="max-w-[85%] rounded-lg border border-line px-3 py-2 break-words whitespace-pre-wrap">
              {asked}
            </p>
            <div className="grid grid-cols-1 gap-2 sm:grid-cols-2">
              <div className="min-w-0 rounded-lg bg-canvas px-3 py-2 break-words whitespace-pre-wrap">
                <p className="text-xs text-ink-muted">{t('replay.then')}</p>
                {said === '' ? '–' : said}
              </div>
              <div className="min-w-0 rounded-lg border border-line bg-surface px-3 py-2 break-words">
                <p className="text-xs text-ink-muted">{t('replay.now')}</p>
                <Rehearsed rehearsal={rehearsal} />
              </div>
            </div>
          </li>
        ))}
      </ol>
      {isComing && <Spinner label={t('replay.coming')} />}
      {replayed.state === 'done' && replayed.turns.length === 0 && (
        <p className="text-list text-ink-muted">{t('replay.empty')}</p>
      )}
      {replayed.state === 'failed' && (
        <p role="alert" className="text-list text-danger">
          {textOf(replayed.error)}
        </p>
      )}
    </div>
  )
}
