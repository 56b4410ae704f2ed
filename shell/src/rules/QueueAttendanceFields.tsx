import { useTranslation } from 'react-i18next'
import type { Queue } from '../contracts.ts'
import { InactivitySelect } from './InactivitySelect.tsx'

/** What a queue may have of its own instead of the company's; the fields of `PUT /queue/{id}` of the same names. */
export type QueueAttendance = Pick<Queue, 'autoCloseMinutes' | 'returnToQueueMinutes'>

/** The part of a queue's form that says how its tickets are attended. */
export function QueueAttendanceFields({ values, errors, onChange }: { values: QueueAttendance; errors: Readonly<Record<string, string>>; onChange(change: Partial<QueueAttendance>): void }) {
  const { t } = useTranslation('rules')
  return (
    <div className="grid items-start gap-4 pane:grid-cols-2">
      <InactivitySelect inherits label={t('returnToQueue.label')} error={errors['returnToQueueMinutes']} value={values.returnToQueueMinutes} onChange={(returnToQueueMinutes) => onChange({ returnToQueueMinutes })} />
      <InactivitySelect inherits label={t('autoClose.label')} error={errors['autoCloseMinutes']} value={values.autoCloseMinutes} onChange={(autoCloseMinutes) => onChange({ autoCloseMinutes })} />
    </div>
  )
}
