import { Button, useWords } from '@recado/sdk/ui'
import { useGroupActs, useRequests } from '../use-group.ts'

/** Who asks to be let in: approved or rejected one by one (S4-143, S4-144). */
export function Requests({ ticketId }: { ticketId: string }) {
  const { t } = useWords()
  const asking = useRequests(ticketId, true).data?.requests ?? []
  const { decide } = useGroupActs(ticketId)
  if (asking.length === 0) return null
  return (
    <section className="flex flex-col gap-2" aria-label={t('requests.title')}>
      <h4 className="text-sm font-semibold">{t('requests.title')}</h4>
      <ul className="flex flex-col gap-2">
        {asking.map(({ id, phone }) => {
          const who = phone === null ? t('requests.hidden') : `+${phone}`
          const isBusy = decide.isPending && decide.variables.people.includes(id)
          return (
            <li key={id} className="flex flex-wrap items-center justify-between gap-2">
              <span className="min-w-0 text-sm break-words">{who}</span>
              <span className="flex gap-2">
                <Button
                  size="small"
                  variant="primary"
                  busy={isBusy}
                  aria-label={t('requests.approveWho', { who })}
                  onClick={() => decide.mutate({ decision: 'approve', people: [id] })}
                >
                  {t('requests.approve')}
                </Button>
                <Button
                  size="small"
                  disabled={isBusy}
                  aria-label={t('requests.rejectWho', { who })}
                  onClick={() => decide.mutate({ decision: 'reject', people: [id] })}
                >
                  {t('requests.reject')}
                </Button>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
