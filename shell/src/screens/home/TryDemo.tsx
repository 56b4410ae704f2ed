import { Button, Spinner, useApi } from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ExternalLink, Store } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { DemoState } from '../../base/contracts.ts'
import { reportFailure } from '../../base/ui/report-failure.ts'

const key = ['demo']
/** How often a demo that changes by itself is asked what it does, and one that stays. Milliseconds. */
const [whileItChanges, whileItStays] = [1_500, 15_000]

/**
 * A demo company beside the product, for who has just begun: started, opened and taken away. Nothing where there is
 * none.
 */
export function TryDemo() {
  const { t } = useTranslation('home')
  const api = useApi()
  const queries = useQueryClient()
  const { data: demo } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get<DemoState>('/demo', { signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'filling' || data?.state === 'ending'
        ? whileItChanges
        : data?.state === 'ready'
          ? whileItStays
          : false,
  })
  const change = useMutation({
    mutationFn: (act: 'start' | 'end') => (act === 'start' ? api.post<DemoState>('/demo') : api.delete('/demo')),
    onError: reportFailure,
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
  if (!demo || demo.state === 'none') return null
  const { state, step, address, password, people } = demo
  return (
    <section aria-labelledby="try-demo" className="flex flex-wrap items-start gap-3 border-t border-line px-4 py-3">
      <Store size={20} className="mt-0.5 shrink-0 text-ink-muted" aria-hidden />
      <div className="flex min-w-0 flex-1 basis-60 flex-col gap-1">
        <h3 id="try-demo" className="text-thread font-medium">
          {t(state === 'ready' ? 'demo.ready' : state === 'filling' ? 'demo.filling' : 'demo.title')}
        </h3>
        <p role="status" className="text-list text-ink-muted">
          {state === 'filling'
            ? t(`demo.steps.${step ?? 'starting'}`)
            : state === 'ready'
              ? t('demo.password', { password })
              : t(state === 'ending' ? 'demo.ending' : state === 'failed' ? 'demo.failed' : 'demo.detail')}
        </p>
        {state === 'ready' && (
          <ul className="text-list">
            {people.map(({ role, email }) => (
              <li key={email}>
                <span className="select-all">{email}</span>{' '}
                <span className="text-ink-muted">({t(`demo.role.${role}`)})</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="ml-8 flex flex-wrap items-center gap-2 pane:ml-0">
        {(state === 'filling' || state === 'ending') && <Spinner />}
        {(state === 'offered' || state === 'failed') && (
          <Button size="small" busy={change.isPending} onClick={() => change.mutate('start')}>
            {t('demo.start')}
          </Button>
        )}
        {state === 'ready' && address !== null && (
          <Button
            size="small"
            variant="primary"
            icon={<ExternalLink size={15} />}
            onClick={() => void open(address, '_blank', 'noopener')}
          >
            {t('demo.open')}
          </Button>
        )}
        {(state === 'filling' || state === 'ready') && (
          <Button size="small" busy={change.isPending} onClick={() => change.mutate('end')}>
            {t('demo.end')}
          </Button>
        )}
      </div>
    </section>
  )
}
