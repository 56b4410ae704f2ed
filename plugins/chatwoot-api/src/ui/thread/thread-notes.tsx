import { ErrorState, Icon, useApi, usePermission, useTicketNews, useWords, type SlotMap } from '@recado/sdk/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ProgramNote } from '../../company/company.ts'

/** Notes of programs between the messages of their inboxes. */
export default function ThreadNotes(props: SlotMap['ticket.thread.entries']) {
  return usePermission('read') && props.ticket.channel === 'chatwoot-api' ? <Notes {...props} /> : null
}

function Notes({ ticket, since, onEntries }: SlotMap['ticket.thread.entries']) {
  const { t } = useWords()
  const api = useApi()
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['chatwoot-api', 'notes', ticket.id, since],
    queryFn: ({ signal }) =>
      api.get<ProgramNote[]>(`tickets/${ticket.id}/notes`, { signal, query: since === null ? {} : { since } }),
  })
  useTicketNews(ticket.id, () => void refetch())
  useEffect(() => {
    if (data) onEntries(data.map((note) => ({ id: note.id, at: note.at, element: <Note note={note} /> })))
  }, [data, onEntries])
  return isError ? <ErrorState what={t('note.what')} error={error} onRetry={() => void refetch()} /> : null
}

/** On the ground of notes, framed, so that nobody takes it for something the customer was told. */
function Note({ note: { program, text, at } }: { note: ProgramNote }) {
  const { t, i18n } = useWords()
  const author = program === '' ? t('note.gone') : program
  const moment = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'short', timeStyle: 'short' }).format(new Date(at))
  return (
    <div className="flex justify-end px-4 pb-2.5">
      <article
        aria-label={t('note.of', { program: author, at: moment })}
        className={
          'flex min-w-0 max-w-[min(34rem,86%)] flex-col rounded-lg border border-dashed border-warning/50 bg-note ' +
          'px-3 py-2'
        }
      >
        <span className="flex items-center gap-1.5 text-xs text-ink-muted">
          <Icon name="plug" size={13} />
          <span className="min-w-0 truncate">{author}</span>
        </span>
        <p className="text-thread break-words whitespace-pre-wrap">{text}</p>
        <time dateTime={at} className="mt-0.5 self-end text-xs leading-4 text-ink-muted tabular-nums">
          {moment}
        </time>
      </article>
    </div>
  )
}
