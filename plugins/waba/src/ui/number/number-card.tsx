import { Badge, Button, Skeleton, useApi, useErrorText, useWords, VisuallyHidden, type SlotMap } from '@recado/sdk/ui'
import { useQuery } from '@tanstack/react-query'
import type { HistoryState, NumberCardState, NumberState } from '../../number/routes.ts'

/** Known values have texts; a later value of the provider is shown as it is. */
const valued = {
  quality: 'qualities',
  limit: 'limits',
  throughput: 'throughputs',
  canSend: 'sending',
  status: 'statuses',
} as const
type Valued = keyof typeof valued
const isValued = (name: string): name is Valued => Object.hasOwn(valued, name)

const tones: Readonly<Record<string, 'success' | 'warning' | 'danger'>> = {
  GREEN: 'success',
  YELLOW: 'warning',
  RED: 'danger',
  AVAILABLE: 'success',
  LIMITED: 'warning',
  BLOCKED: 'danger',
  CONNECTED: 'success',
  FLAGGED: 'warning',
  RESTRICTED: 'danger',
  BANNED: 'danger',
  RATE_LIMITED: 'warning',
}
const shown = ['phone', 'name', 'quality', 'limit', 'throughput', 'status', 'canSend'] as const

/** Card below a connection's: WhatsApp's current state of the number. */
export default function NumberCard({ connection }: SlotMap['connection.card']) {
  const { t } = useWords()
  const api = useApi()
  const errorText = useErrorText()
  // Why a connection is broken is said by the card above.
  const isOpen = connection.isActive && connection.status !== 'disconnected'
  const state = useQuery({
    queryKey: ['waba', 'number', connection.id],
    queryFn: ({ signal }) => api.get<NumberCardState>(`numbers/${connection.id}`, { signal }),
    enabled: isOpen,
    staleTime: 60_000,
  })
  if (!isOpen) return null
  const trouble = state.error ? errorText(state.error) : state.data?.trouble?.message
  return (
    <section className="flex flex-col gap-2" aria-label={t('number.title')} aria-busy={state.isFetching}>
      {state.isPending && (
        <>
          <span role="status">
            <VisuallyHidden>{t('number.loading')}</VisuallyHidden>
          </span>
          <Skeleton lines={3} />
        </>
      )}
      {trouble !== undefined && (
        <p className="text-sm" role="alert">
          {t('number.failed')}: {trouble}
        </p>
      )}
      {state.data && !trouble && <Facts state={state.data} />}
      {state.data?.history && <Past history={state.data.history} />}
      {!state.isPending && (
        <div>
          <Button size="small" busy={state.isFetching} onClick={() => void state.refetch()}>
            {t(trouble === undefined ? 'number.refresh' : 'number.retry')}
          </Button>
        </div>
      )}
    </section>
  )
}

function Facts({ state }: { state: NumberState }) {
  const { t } = useWords()
  const told = shown.filter((name) => state[name] !== null)
  return (
    <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1 text-sm">
      {told.map((name) => {
        const value = state[name]!
        const words = isValued(name) ? t(`number.${valued[name]}.${value}`, { defaultValue: value }) : value
        const tone = isValued(name) ? tones[value] : undefined
        return (
          <div key={name} className="contents">
            <dt className="opacity-75">{t(`number.${name}`)}</dt>
            <dd>{tone ? <Badge tone={tone}>{words}</Badge> : words}</dd>
          </div>
        )
      })}
    </dl>
  )
}

/** Of an import that ran through there is nothing to say. */
function Past({ history: { state, progress, reason } }: { history: HistoryState }) {
  const { t } = useWords()
  if (state === 'done') return null
  return (
    <p className="text-sm" role={state === 'running' ? undefined : 'alert'}>
      {t(`number.history.${state}`, { progress, reason })}
    </p>
  )
}
