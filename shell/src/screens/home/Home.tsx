import { Button, EmptyState, ErrorState, PageHeader, useViewer } from '@recado/sdk/ui'
import { useRouter } from '@tanstack/react-router'
import { LayoutGrid, MessagesSquare } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../base/preferences/use-preferences.ts'
import { useTicketCounts } from '../../data/tickets/use-ticket-counts.ts'
import { arranged, asItCame, newOnesLast, type Arrangement } from '../../parts/arranging/arrangement.ts'
import { FirstSteps } from './FirstSteps.tsx'
import { useHomeCards } from './HomeCards.tsx'

const ArrangeDialog = lazy(async () => ({
  default: (await import('../../parts/arranging/ArrangeDialog.tsx')).ArrangeDialog,
}))

const greetingAt = (hour: number): 'morning' | 'afternoon' | 'evening' =>
  hour < 5 ? 'evening' : hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'

/**
 * `/home`: current counts, which follow the pushes, and cards of plugins, in the user's order. Cards that came later
 * stand at the end.
 */
export function Home() {
  const { t, i18n } = useTranslation('home')
  const viewer = useViewer()
  const router = useRouter()
  const counts = useTicketCounts()
  const data = counts.data
  const [now] = useState(() => new Date())
  const isQuiet = data !== undefined && data.open + data.pending + data.closed + data.group === 0
  const [{ home: arrangement = asItCame }, setPreferences] = usePreferences()
  const [isArranging, setArranging] = useState(false)
  const cards = useHomeCards(data, isQuiet)
  const order = newOnesLast(
    cards.map(({ key }) => key),
    arrangement,
  )
  const parts = order.map((key) => cards.find((card) => card.key === key)!)
  const shown = arranged(order, arrangement)
    .filter((key) => !arrangement.hidden.includes(key))
    .map((key) => cards.find((card) => card.key === key)!)
  const arrange = ({ order: places, hidden }: Arrangement) =>
    setPreferences({ home: { order: [...places], hidden: [...hidden] } })
  const openAttendance = () => void router.navigate({ to: '/atendimento' })

  return (
    <div className="scroll-thin h-full overflow-y-auto">
      <div className="mx-auto flex w-full max-w-5xl flex-col gap-6 px-4 py-6 pane:px-8 pane:py-8">
        <PageHeader
          className="mb-0"
          title={t(`greeting.${greetingAt(now.getHours())}`, { name: viewer.name.split(' ')[0] })}
          description={new Intl.DateTimeFormat(i18n.language, { dateStyle: 'full' }).format(now)}
          actions={
            <Button variant="ghost" icon={<LayoutGrid size={16} />} onClick={() => setArranging(true)}>
              {t('arrange')}
            </Button>
          }
        />
        <FirstSteps counts={data} />
        {counts.isError && <ErrorState what={t('counts')} error={counts.error} onRetry={() => void counts.refetch()} />}
        {isQuiet && (
          <EmptyState
            icon={<MessagesSquare size={22} />}
            title={t('emptyTitle')}
            action={<Button onClick={openAttendance}>{t('goAttendance')}</Button>}
          >
            {t('emptyDetail')}
          </EmptyState>
        )}
        {shown.length === 0 && <p className="text-list text-ink-muted">{t('allHidden')}</p>}
        <div className="grid items-start grid-cols-[minmax(0,1fr)] gap-4 side:grid-cols-[repeat(2,minmax(0,1fr))]">
          {shown
            .filter(({ key }) => key !== 'core/now' || !counts.isError)
            .map(({ key, wide, content }) => (
              <div key={key} data-card={key} className={wide ? 'side:col-span-2' : undefined}>
                {content}
              </div>
            ))}
        </div>
      </div>
      {isArranging && (
        <Suspense fallback={null}>
          <ArrangeDialog
            title={t('arrange')}
            parts={parts}
            arrangement={arrangement}
            onChange={arrange}
            onClose={() => setArranging(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
