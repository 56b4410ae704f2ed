import { Field, Input, Select, useWords } from '@recado/sdk/ui'
import { useId } from 'react'
import { unitMinutes, type WaitUnit } from '../moments.ts'
import { DateFields } from './date-fields.tsx'
import { clocks, events, type Draft } from './draft.ts'

const kinds = ['event', 'time', 'date'] as const
const units = Object.keys(unitMinutes) as WaitUnit[]

/** Trigger of the rule: an event, an elapsed time, or a date. */
export function TriggerFields({
  draft,
  error,
  onChange,
}: {
  draft: Draft
  error: string | undefined
  onChange(change: Partial<Draft>): void
}) {
  const { t } = useWords()
  const title = useId()
  const isTime = draft.kind === 'time'
  return (
    <section aria-labelledby={title} className="flex flex-col gap-3">
      <h3 id={title} className="text-list font-semibold">
        {t('trigger.title')}
      </h3>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={t('trigger.kind')}>
          <Select
            value={draft.kind}
            options={kinds.map((value) => ({ value, label: t(`trigger.kinds.${value}`) }))}
            onValueChange={(chosen) => onChange({ kind: kinds.find((one) => one === chosen)! })}
          />
        </Field>
        {isTime && (
          <Field label={t('trigger.clock')}>
            <Select
              value={draft.clock}
              options={clocks.map((value) => ({ value, label: t(`trigger.clocks.${value}`) }))}
              onValueChange={(chosen) => onChange({ clock: clocks.find((one) => one === chosen)! })}
            />
          </Field>
        )}
        {draft.kind === 'event' && (
          <Field label={t('trigger.event')}>
            <Select
              value={draft.event}
              options={events.map((value) => ({ value, label: t(`trigger.events.${value}`) }))}
              onValueChange={(chosen) => onChange({ event: events.find((one) => one === chosen)! })}
            />
          </Field>
        )}
        {isTime && (
          <Field label={t('trigger.amount')} error={error} required>
            <Input
              inputMode="numeric"
              value={draft.amount}
              maxLength={6}
              autoComplete="off"
              onChange={(event) => onChange({ amount: event.target.value })}
            />
          </Field>
        )}
        {isTime && (
          <Field label={t('trigger.unit')}>
            <Select
              value={draft.unit}
              options={units.map((value) => ({ value, label: t(`trigger.units.${value}`) }))}
              onValueChange={(chosen) => onChange({ unit: units.find((one) => one === chosen)! })}
            />
          </Field>
        )}
        {draft.kind === 'date' && <DateFields draft={draft} error={error} onChange={onChange} />}
      </div>
      {draft.kind === 'date' && <p className="text-xs text-ink-muted">{t('trigger.dateHelp')}</p>}
      {isTime && <p className="text-xs text-ink-muted">{t('trigger.timeHelp')}</p>}
    </section>
  )
}
