import { ComposerSuggestions, Icon, IconButton, useApi, useWords, type SlotMap } from '@recado/sdk/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { QuickMessage, QuickMessagePage } from '../../messages/quick-message.ts'
import { MessagePreview } from '../message-preview.tsx'
import { ScopeBadge } from '../scope-badge.tsx'
import { useWording } from '../use-wording.ts'
import { byRelevance } from './relevance.ts'
import { stackStore } from './stack.ts'
import { useInsert } from './use-insert.ts'

/** Number of suggestions; another letter narrows them. */
const suggestionCount = 30

/** The toolbar's button, and the list that `/` opens. Variables are asked for above the editor. */
export default function ComposerAction({ ticket, composer }: SlotMap['ticket.composer.actions']) {
  const { t } = useWords()
  const api = useApi()
  const query = composer.trigger?.char === '/' ? composer.trigger.query.trim() : undefined
  const wording = useWording(ticket, query !== undefined)
  const insert = useInsert({ ticket, composer })
  const found = useQuery({
    queryKey: ['quick-messages', 'suggestions', query],
    queryFn: ({ signal }) =>
      api.get<QuickMessagePage>('messages', { query: { searchParam: query, limit: suggestionCount }, signal }),
    enabled: query !== undefined,
    placeholderData: keepPreviousData,
  })
  const pick = (message: QuickMessage) => {
    if (wording.askedIn(message.parts.map(({ text }) => text)).length === 0) return insert(message, wording.facts())
    composer.insertText('')
    stackStore.ask(ticket.id, message)
  }
  const messages = wording.state === 'ready' ? (found.data?.messages ?? []) : []
  return (
    <>
      <IconButton
        icon={<Icon name="zap" />}
        label={t('composer.title')}
        shortcut="/"
        disabled={composer.disabled}
        onClick={() => composer.open('/')}
      />
      <ComposerSuggestions
        composer={composer}
        trigger="/"
        label={t('composer.title')}
        items={byRelevance(messages, query ?? '')}
        itemKey={({ id }) => id}
        loading={found.isPending || wording.state === 'pending'}
        empty={found.isError || wording.state === 'failed' ? t('composer.failed') : t('composer.empty')}
        renderItem={(message) => (
          <span className="flex min-w-0 items-baseline gap-2">
            <b className="shrink-0">/{message.key}</b>
            <span className="min-w-0 flex-1 truncate opacity-75">{message.message || message.file?.name}</span>
            {message.parts.length > 1 && (
              <span className="shrink-0 text-xs opacity-75">{t('parts.count', { count: message.parts.length })}</span>
            )}
          </span>
        )}
        renderPreview={(message) => (
          <div className="flex flex-col gap-2">
            <span className="flex">
              <ScopeBadge message={message} />
            </span>
            <MessagePreview parts={message.parts} facts={wording.facts()} />
          </div>
        )}
        onPick={pick}
      />
    </>
  )
}
