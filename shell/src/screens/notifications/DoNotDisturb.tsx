import { Button } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../base/ui/use-now.ts'
import { Section } from './Section.tsx'

const minuteMs = 60_000
/** When the working day begins for who says "until tomorrow". */
const morningHour = 8

/** Ends of do-not-disturb that are one click away. */
const ends: readonly { readonly key: string; readonly at: (now: Date) => Date }[] = [
  { key: 'half', at: (now) => new Date(now.getTime() + 30 * minuteMs) },
  { key: 'hour', at: (now) => new Date(now.getTime() + 60 * minuteMs) },
  { key: 'fourHours', at: (now) => new Date(now.getTime() + 240 * minuteMs) },
  { key: 'tomorrow', at: (now) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, morningHour) },
]

/** Switches notifications off for a while; it always has an end, so that it is not left on by mistake. */
export function DoNotDisturb({ until, onChange }: { until: string | null; onChange(until: string | null): void }) {
  const { t, i18n } = useTranslation('notifications')
  const now = useNow()
  const end = until !== null && Date.parse(until) > now ? new Date(until) : null
  const shown =
    end &&
    new Intl.DateTimeFormat(i18n.language, {
      dateStyle: end.toDateString() === new Date(now).toDateString() ? undefined : 'short',
      timeStyle: 'short',
    }).format(end)
  return (
    <Section title={t('dnd.title')} detail={t('dnd.detail')}>
      <p role="status" className={shown ? 'text-list font-medium' : 'k-visually-hidden'}>
        {shown ? t('dnd.until', { when: shown }) : t('dnd.off')}
      </p>
      <div className="flex flex-wrap gap-2">
        {end ? (
          <Button onClick={() => onChange(null)}>{t('dnd.end')}</Button>
        ) : (
          ends.map(({ key, at }) => (
            <Button key={key} onClick={() => onChange(at(new Date()).toISOString())}>
              {t(`dnd.${key}`)}
            </Button>
          ))
        )}
      </div>
    </Section>
  )
}
