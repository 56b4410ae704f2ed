import {
  Button,
  Checkbox,
  Dialog,
  ErrorState,
  Field,
  Select,
  Skeleton,
  toast,
  useErrorWords,
  useWords,
} from '@recado/sdk/ui'
import { useState } from 'react'
import type { Delivery, SavedReport, ScheduleChoice } from '../../saved/saved-report.ts'
import { useReaders, useSavedActs } from './use-saved.ts'

const everies = ['day', 'week', 'month'] as const
const formats = ['xlsx', 'csv', 'pdf'] as const
/** A Monday, to name weekdays by. */
const monday = Date.UTC(2026, 0, 5)
const first: Omit<ScheduleChoice, 'recipients'> = { every: 'week', weekday: 1, day: 1, hour: 8, format: 'xlsx' }
const upTo = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at)

/** When a report is sent by e-mail and to whom, and how the latest e-mails went. */
export function ScheduleDialog({ report, onClose }: { report: SavedReport; onClose(): void }) {
  const { t } = useWords()
  const wordsOf = useErrorWords()
  const { schedule, stop, send } = useSavedActs()
  const [choice, setChoice] = useState<ScheduleChoice>(() => {
    const {
      nextAt: _next,
      lastAt: _last,
      deliveries: _all,
      ...known
    } = report.schedule ?? {
      ...first,
      ...{ recipients: [], nextAt: null, lastAt: null, deliveries: [] },
    }
    return known
  })
  const failed = schedule.error ?? stop.error ?? send.error
  const problem = failed ? wordsOf(failed) : undefined
  const ask = (work: Promise<unknown>, then: () => void) => void work.then(then, () => undefined)
  return (
    <Dialog
      open
      title={t('schedule.title', { name: report.name })}
      description={t('schedule.help')}
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          {report.schedule && (
            <>
              <Button busy={stop.isPending} onClick={() => ask(stop.mutateAsync(report.id), onClose)}>
                {t('schedule.stop')}
              </Button>
              <Button
                busy={send.isPending}
                onClick={() => ask(send.mutateAsync(report.id), () => toast.success(t('schedule.queued')))}
              >
                {t('schedule.now')}
              </Button>
            </>
          )}
          <Button
            variant="primary"
            busy={schedule.isPending}
            disabled={choice.recipients.length === 0}
            onClick={() => ask(schedule.mutateAsync({ id: report.id, choice }), () => toast.success(t('saved.saved')))}
          >
            {t('schedule.save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Times choice={choice} onChange={setChoice} />
        <Recipients chosen={choice.recipients} onChange={(recipients) => setChoice({ ...choice, recipients })} />
        {problem && (
          <p role="alert" className="text-list text-danger">
            {[problem.text, problem.detail].filter(Boolean).join('. ')}
          </p>
        )}
        {report.schedule && <History report={report} />}
      </div>
    </Dialog>
  )
}

interface PartProps {
  readonly choice: ScheduleChoice
  onChange(choice: ScheduleChoice): void
}
function Times({ choice, onChange }: PartProps) {
  const { t, i18n } = useWords()
  const weekday = new Intl.DateTimeFormat(i18n.language, { weekday: 'long', timeZone: 'UTC' })
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Field label={t('schedule.every')}>
        <Select
          value={choice.every}
          options={everies.map((every) => ({ value: every, label: t(`schedule.${every}`) }))}
          onValueChange={(value) => onChange({ ...choice, every: value as ScheduleChoice['every'] })}
        />
      </Field>
      {choice.every === 'week' && (
        <Field label={t('schedule.weekday')}>
          <Select
            value={String(choice.weekday)}
            options={upTo(1, 7).map((day) => ({
              value: String(day),
              label: weekday.format(new Date(monday + (day - 1) * 86_400_000)),
            }))}
            onValueChange={(value) => onChange({ ...choice, weekday: Number(value) })}
          />
        </Field>
      )}
      {choice.every === 'month' && (
        <Field label={t('schedule.monthDay')} help={t('schedule.monthDayHelp')}>
          <Select
            value={String(choice.day)}
            options={upTo(1, 31).map((day) => ({ value: String(day), label: String(day) }))}
            onValueChange={(value) => onChange({ ...choice, day: Number(value) })}
          />
        </Field>
      )}
      <Field label={t('schedule.hour')} help={t('schedule.hourHelp')}>
        <Select
          value={String(choice.hour)}
          options={upTo(0, 23).map((hour) => ({ value: String(hour), label: `${String(hour).padStart(2, '0')}:00` }))}
          onValueChange={(value) => onChange({ ...choice, hour: Number(value) })}
        />
      </Field>
      <Field label={t('schedule.format')}>
        <Select
          value={choice.format}
          options={formats.map((format) => ({ value: format, label: t(`schedule.${format}`) }))}
          onValueChange={(value) => onChange({ ...choice, format: value as ScheduleChoice['format'] })}
        />
      </Field>
    </div>
  )
}

interface RecipientsProps {
  readonly chosen: ScheduleChoice['recipients']
  onChange(chosen: ScheduleChoice['recipients']): void
}
function Recipients({ chosen, onChange }: RecipientsProps) {
  const { t } = useWords()
  const readers = useReaders()
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 text-list font-medium">{t('schedule.recipients')}</legend>
      {readers.isPending && <Skeleton lines={3} />}
      {readers.isError && (
        <ErrorState what={t('schedule.recipients')} error={readers.error} onRetry={() => void readers.refetch()} />
      )}
      <ul className="flex max-h-52 flex-col gap-1 overflow-y-auto">
        {readers.data?.map(({ id, name }) => (
          <li key={id}>
            <Checkbox
              label={name}
              checked={chosen.some((one) => one === id)}
              onCheckedChange={(checked) =>
                onChange([...chosen.filter((one) => one !== id), ...(checked ? [id as (typeof chosen)[number]] : [])])
              }
            />
          </li>
        ))}
      </ul>
      {chosen.length === 0 && <p className="text-xs text-ink-muted">{t('schedule.noRecipients')}</p>}
    </fieldset>
  )
}

const reasons: readonly string[] = ['ERR_MAIL_UNSET', 'ERR_MAIL_FAILED', 'ERR_NO_PERMISSION']

function History({ report: { schedule } }: { report: SavedReport }) {
  const { t, i18n } = useWords()
  const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'short', timeStyle: 'short' })
  const at = (instant: string): string => format.format(new Date(instant))
  const said = ({ sentAt, failure, detail, againAt }: Delivery): string => {
    if (sentAt !== null) return t('schedule.lastSent', { at: at(sentAt) })
    const known = failure !== null && reasons.includes(failure) ? failure : 'other'
    const failed = t('schedule.failed', { reason: t(`schedule.reason.${known}`, { detail: detail ?? '–' }) })
    return againAt === null ? failed : `${failed}. ${t('schedule.again', { at: at(againAt) })}`
  }
  return (
    <section className="flex flex-col gap-1 text-list">
      <p>{schedule!.nextAt ? t('schedule.next', { at: at(schedule!.nextAt) }) : t('schedule.stopped')}</p>
      <h3 className="font-medium">{t('schedule.history')}</h3>
      {schedule!.deliveries.length === 0 && <p className="text-ink-muted">{t('schedule.neverSent')}</p>}
      <ul className="flex flex-col gap-1">
        {schedule!.deliveries.map((delivery) => (
          <li key={delivery.userId} className={delivery.failure === null ? 'text-ink-muted' : 'text-danger'}>
            {delivery.name}: {said(delivery)}
          </li>
        ))}
      </ul>
    </section>
  )
}
