import { ComposerSuggestions, Icon, IconButton, toast, useApi, useWords, type SlotMap } from '@recado/sdk/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { QuickMessage, QuickMessagePage } from '../../messages/quick-message.ts'
import { render } from '../../messages/variables.ts'
import { ScopeBadge } from '../scope-badge.tsx'
import { useFacts } from '../use-facts.ts'
import { downloadFile } from './download-file.ts'
import { byRelevance } from './relevance.ts'

/** As many as are worth looking through; who does not find it types another letter. */
const suggestionCount = 30

/** The toolbar's button, and the list that `/` opens: picking puts the text in, and the file beside it. */
export default function ComposerAction({ ticket, composer }: SlotMap['ticket.composer.actions']) {
  const { t } = useWords()
  const api = useApi()
  const facts = useFacts(ticket)
  const query = composer.trigger?.char === '/' ? composer.trigger.query.trim() : undefined
  const found = useQuery({
    queryKey: ['quick-messages', 'suggestions', query],
    queryFn: ({ signal }) => api.get<QuickMessagePage>('messages', { query: { searchParam: query, limit: suggestionCount }, signal }),
    enabled: query !== undefined,
    placeholderData: keepPreviousData,
  })
  const pick = (message: QuickMessage) => {
    composer.insertText(render(message.message, facts))
    if (message.file) void downloadFile(message.file).then((file) => composer.attach([file]), () => toast.error(t('composer.fileFailed', { name: message.file!.name })))
  }
  return (
    <>
      <IconButton icon={<Icon name="zap" />} label={t('composer.title')} shortcut="/" disabled={composer.disabled} onClick={() => composer.open('/')} />
      <ComposerSuggestions
        composer={composer} trigger="/" label={t('composer.title')}
        items={byRelevance(found.data?.messages ?? [], query ?? '')} itemKey={({ id }) => id} loading={found.isPending}
        empty={found.isError ? t('composer.failed') : t('composer.empty')}
        renderItem={(message) => <span className="flex min-w-0 items-baseline gap-2"><b className="shrink-0">/{message.key}</b><span className="truncate opacity-75">{message.message}</span></span>}
        renderPreview={(message) => (
          <div className="flex flex-col gap-2">
            <ScopeBadge message={message} />
            <p className="whitespace-pre-wrap break-words" dir="auto">{render(message.message, facts)}</p>
            {message.file && <p className="text-xs opacity-75">{t('composer.withFile', { name: message.file.name })}</p>}
          </div>
        )}
        onPick={pick}
      />
    </>
  )
}
