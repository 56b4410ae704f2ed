import { Button, ConfirmDialog } from '@recado/sdk/ui'
import { Gauge, Play, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mostCountedOpenings, type Connection } from '../../base/contracts.ts'
import { comingTime } from '../../base/i18n/per-locale.ts'
import { useConnectionPace, usePaceActs } from '../../data/channels/use-connection-pace.ts'
import { PaceForm } from './PaceForm.tsx'

/** How many chats a connection has begun today and may begin, what waits, and what an administrator can do about it. */
export function PaceOfConnection({ connection }: { connection: Connection }) {
  const { t, i18n } = useTranslation('settings')
  const { data: pace } = useConnectionPace(connection.id)
  const acts = usePaceActs(connection.id)
  const [open, setOpen] = useState<'settings' | 'resume'>()
  if (!pace) return null
  const { openedToday, openingsToday, warmUpDay, waiting, nextAt, hold } = pace
  const close = () => setOpen(undefined)
  const facts = [
    warmUpDay !== null && t('channels.pace.warmUp', { day: warmUpDay }),
    waiting > 0 &&
      t(waiting < mostCountedOpenings ? 'channels.pace.waiting' : 'channels.pace.waitingMany', { count: waiting }),
    waiting > 0 && nextAt !== null && t('channels.pace.next', { time: comingTime(i18n.language, new Date(nextAt)) }),
  ].filter((fact) => fact !== false)
  return (
    <section className="border-t border-line px-4 py-2.5 text-list" aria-label={t('channels.pace.title')}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Gauge size={15} className="shrink-0 text-ink-muted" aria-hidden />
        <span className="min-w-0 flex-1 basis-48">
          {t('channels.pace.today', { opened: openedToday, most: openingsToday })}
          {facts.length > 0 && <span className="block text-ink-muted">{facts.join(' · ')}</span>}
        </span>
        <progress
          className="h-1.5 w-24 accent-accent"
          aria-label={t('channels.pace.today', { opened: openedToday, most: openingsToday })}
          value={openingsToday === 0 ? 1 : Math.min(1, openedToday / openingsToday)}
          max={1}
        />
        <Button size="small" variant="ghost" onClick={() => setOpen('settings')}>
          {t('channels.pace.change')}
        </Button>
      </div>
      {hold && (
        <div role="status" className="mt-2 flex gap-2.5">
          <TriangleAlert size={16} className="mt-0.5 shrink-0 text-warning" aria-hidden />
          <span className="min-w-0">
            <span className="block font-medium">{t(`channels.pace.hold.${hold.reason}`, { code: hold.code })}</span>
            <span className="block text-ink-muted">
              {t('channels.pace.hold.until', { time: comingTime(i18n.language, new Date(hold.until)) })}
            </span>
            <Button size="small" className="mt-2" icon={<Play size={14} />} onClick={() => setOpen('resume')}>
              {t('channels.pace.resume.action')}
            </Button>
          </span>
        </div>
      )}
      {open === 'settings' && (
        <PaceForm connection={connection} pace={pace} onSave={acts.change.mutateAsync} onClose={close} />
      )}
      {open === 'resume' && (
        <ConfirmDialog
          title={t('channels.pace.resume.title')}
          description={t('channels.pace.resume.detail')}
          confirmLabel={t('channels.pace.resume.action')}
          tone="danger"
          open
          onOpenChange={(stays) => {
            if (!stays) close()
          }}
          onConfirm={() => acts.resume.mutateAsync()}
        />
      )}
    </section>
  )
}
