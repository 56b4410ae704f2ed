import { Badge, Button, toast, useApi, useErrorText, useWords } from '@recado/sdk/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Hints as Suggested } from '../../hints/routes.ts'

interface Change {
  readonly key: string
  readonly body: object
}

/** Tags and a priority that a model would give this conversation, with the reasons. Each is taken by a click. */
export function Hints({ ticketId }: { ticketId: string }) {
  const { t } = useWords()
  const api = useApi()
  const textOf = useErrorText()
  const queries = useQueryClient()
  const [taken, setTaken] = useState<readonly string[]>([])
  const ask = useMutation({
    mutationFn: () => api.post<Suggested>(`hints/${ticketId}`, {}),
    onSuccess: () => setTaken([]),
    onSettled: () => queries.invalidateQueries({ queryKey: ['ai', 'usage', ticketId] }),
  })
  const take = useMutation({
    mutationFn: ({ body }: Change) => api.put(`/tickets/${ticketId}`, body),
    onSuccess: (_ticket, { key }) => setTaken((before) => [...before, key]),
    onError: (error) => void toast.error(error),
  })
  const lines = ask.data
    ? [
        ...ask.data.tags.map(({ id, name, why }) => ({ key: id, name, why, body: { retag: { add: [id] } } })),
        ...(ask.data.priority
          ? [
              {
                key: 'priority',
                name: t(`hints.priority.${ask.data.priority.value}`),
                why: ask.data.priority.why,
                body: { priority: ask.data.priority.value },
              },
            ]
          : []),
      ]
    : []
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-list font-medium">{t('hints.title')}</h3>
      {ask.isError && (
        <p role="alert" className="text-list text-danger">
          {textOf(ask.error)}
        </p>
      )}
      {ask.data && lines.length === 0 && <p className="text-list text-ink-muted">{t('hints.none')}</p>}
      {lines.length > 0 && (
        <ul className="flex flex-col gap-2">
          {lines.map(({ key, name, why, body }) => (
            <li key={key} className="flex items-start gap-2 text-list">
              <div className="min-w-0 flex-1 break-words">
                <Badge>{name}</Badge>
                <p className="text-xs text-ink-muted">{why}</p>
              </div>
              <Button
                size="small"
                disabled={taken.includes(key)}
                busy={take.isPending && take.variables.key === key}
                aria-label={t('hints.takeOf', { name })}
                onClick={() => take.mutate({ key, body })}
              >
                {t(taken.includes(key) ? 'hints.taken' : 'hints.take')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button size="small" className="self-start" busy={ask.isPending} onClick={() => ask.mutate()}>
        {t('hints.ask')}
      </Button>
    </section>
  )
}
