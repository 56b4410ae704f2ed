import { Checkbox, Field, FormDialog, Input, useErrorText } from '@recado/sdk/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mostOpeningsPerDay, type Connection, type ConnectionPace, type PaceSettings } from '../../base/contracts.ts'
import { clockOf, minutesOf } from './clock-minutes.ts'

const usualQuiet = { from: 20 * 60, until: 8 * 60 }

/** What a company decides about chats that a connection begins: how many a day, and in which hours none. */
export function PaceForm({
  connection,
  pace,
  onSave,
  onClose,
}: {
  connection: Connection
  pace: ConnectionPace
  onSave(settings: PaceSettings): Promise<unknown>
  onClose(): void
}) {
  const { t } = useTranslation('settings')
  const textOf = useErrorText()
  const { settings } = pace
  const [given] = useState({
    isOwn: settings.openingsPerDay !== null,
    perDay: String(settings.openingsPerDay ?? pace.openingsToday),
    isQuiet: settings.quiet !== null,
    from: clockOf((settings.quiet ?? usualQuiet).from),
    until: clockOf((settings.quiet ?? usualQuiet).until),
  })
  const [draft, setDraft] = useState(given)
  const { isOwn, perDay, isQuiet, from, until } = draft
  const set = (change: Partial<typeof given>): void => setDraft((before) => ({ ...before, ...change }))
  const [tries, setTries] = useState(0)
  const tried = tries > 0
  const save = useMutation({ mutationFn: onSave, onSuccess: onClose })
  const count = /^\d+$/.test(perDay) && Number(perDay) <= mostOpeningsPerDay ? Number(perDay) : undefined
  const hours = { from: minutesOf(from), until: minutesOf(until) }
  const isSpan = hours.from !== undefined && hours.until !== undefined && hours.from !== hours.until
  const submit = () => {
    setTries(tries + 1)
    if ((isOwn && count === undefined) || (isQuiet && !isSpan)) return
    save.mutate({
      openingsPerDay: isOwn ? count! : null,
      quiet: isQuiet ? { from: hours.from!, until: hours.until! } : null,
    })
  }
  return (
    <FormDialog
      title={t('channels.pace.form.title', { name: connection.name })}
      description={t('channels.pace.form.detail', { count: pace.openingsPerHour })}
      busy={save.isPending}
      problem={save.isError ? textOf(save.error) : undefined}
      mistakes={tries}
      isChanged={JSON.stringify(draft) !== JSON.stringify(given)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Checkbox checked={isOwn} onCheckedChange={(on) => set({ isOwn: on })} label={t('channels.pace.form.own')} />
      {isOwn && (
        <div className="border-l-2 border-line pl-4">
          <Field
            label={t('channels.pace.form.perDay')}
            help={t('channels.pace.form.perDayHelp')}
            required
            {...(tried &&
              count === undefined && { error: t('channels.pace.form.fault', { most: mostOpeningsPerDay }) })}
          >
            <Input
              inputMode="numeric"
              className="max-w-32 tabular-nums"
              autoFocus
              value={perDay}
              onChange={(event) => set({ perDay: event.target.value.trim() })}
            />
          </Field>
        </div>
      )}
      <Checkbox
        checked={isQuiet}
        onCheckedChange={(on) => set({ isQuiet: on })}
        label={t('channels.pace.form.quiet')}
      />
      {isQuiet && (
        <div className="grid items-start gap-4 border-l-2 border-line pl-4 pane:grid-cols-2">
          <Field
            label={t('channels.pace.form.from')}
            required
            {...(tried && !isSpan && { error: t('channels.pace.form.hoursFault') })}
          >
            <Input type="time" value={from} onChange={(event) => set({ from: event.target.value })} />
          </Field>
          <Field
            label={t('channels.pace.form.until')}
            required
            {...(isSpan && hours.until! < hours.from! && { help: t('channels.pace.form.nextDay') })}
          >
            <Input type="time" value={until} onChange={(event) => set({ until: event.target.value })} />
          </Field>
        </div>
      )}
    </FormDialog>
  )
}
