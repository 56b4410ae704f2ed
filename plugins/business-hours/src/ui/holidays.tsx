import {
  Button,
  Checkbox,
  DateField,
  Dialog,
  EmptyState,
  ErrorState,
  Field,
  FormDialog,
  Icon,
  IconButton,
  Input,
  Skeleton,
  Textarea,
  toast,
  useErrorText,
  useFieldErrors,
  useWords,
} from '@recado/sdk/ui'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Holiday, HolidayDraft, ImportOutcome } from '../holidays/holiday.ts'
import { longestMessage } from '../rules/rule.ts'
import {
  useAddHolidays,
  useDeleteHoliday,
  useHolidays,
  useImportHolidays,
  useNationalHolidays,
  useSaveHoliday,
} from './use-hours.ts'

/** Days on which the company is closed, whatever the hours say. */
export function Holidays() {
  const { t } = useWords()
  const { i18n } = useTranslation()
  const textOf = useErrorText()
  const heading = useId()
  const query = useHolidays()
  const remove = useDeleteHoliday()
  const restore = useSaveHoliday()
  const imported = useImportHolidays()
  const [edited, setEdited] = useState<Holiday | 'new'>()
  const [isOffering, setOffering] = useState(false)
  const day = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeZone: 'UTC' })
  const told = ({ added, known, passedOver }: ImportOutcome): void => {
    toast.success(t('holidays.imported', { added, known, passedOver: passedOver.length }))
  }
  const read = async (file: File | undefined): Promise<void> => {
    if (!file) return
    imported.mutate(await file.text(), { onSuccess: told, onError: (error) => toast.error(textOf(error)) })
  }
  const erase = (holiday: Holiday): void =>
    remove.mutate(holiday.id, {
      onError: (error) => toast.error(textOf(error)),
      onSuccess: () =>
        toast.success(t('holidays.deleted', { name: holiday.description }), {
          action: {
            label: t('holidays.undo'),
            onClick: () => {
              const { id: _gone, ...draft } = holiday
              restore.mutate({ ...draft, id: undefined })
            },
          },
        }),
    })
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-3 pt-2">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id={heading} className="flex-1 text-base font-semibold">
          {t('holidays.title')}
        </h2>
        <Button size="small" onClick={() => setOffering(true)}>
          {t('holidays.national')}
        </Button>
        <label className="k-button k-button-small cursor-pointer">
          {t('holidays.import')}
          <input
            type="file"
            accept=".ics,text/calendar"
            className="sr-only"
            onChange={(event) => {
              void read(event.target.files?.[0])
              event.target.value = ''
            }}
          />
        </label>
        <Button size="small" icon={<Icon name="plus" size={15} />} onClick={() => setEdited('new')}>
          {t('holidays.add')}
        </Button>
      </div>
      {query.isPending && <Skeleton height="6rem" className="rounded-lg" />}
      {query.isError && (
        <ErrorState what={t('holidays.title')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data?.length === 0 && (
        <EmptyState icon={<Icon name="calendar" />} title={t('holidays.none')}>
          {t('holidays.noneDetail')}
        </EmptyState>
      )}
      <ul className="flex flex-col gap-1">
        {query.data?.map((holiday) => (
          <li key={holiday.id} className="flex items-center gap-2 rounded-md border border-line bg-surface px-3 py-2">
            <time dateTime={holiday.date} className="w-32 shrink-0 text-list tabular-nums">
              {day.format(Date.parse(`${holiday.date}T00:00:00Z`))}
            </time>
            <span className="min-w-0 flex-1 text-list break-words">{holiday.description}</span>
            <IconButton
              size="small"
              icon={<Icon name="pencil" size={15} />}
              label={t('holidays.edit', { name: holiday.description })}
              onClick={() => setEdited(holiday)}
            />
            <IconButton
              size="small"
              icon={<Icon name="trash-2" size={15} />}
              label={t('holidays.delete', { name: holiday.description })}
              onClick={() => erase(holiday)}
            />
          </li>
        ))}
      </ul>
      {edited && <HolidayDialog holiday={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
      {isOffering && <NationalDialog onClose={() => setOffering(false)} onAdded={told} />}
    </section>
  )
}

function HolidayDialog({ holiday, onClose }: { holiday: Holiday | undefined; onClose(): void }) {
  const { t } = useWords()
  const textOf = useErrorText()
  const fieldErrors = useFieldErrors()
  const save = useSaveHoliday()
  const [given] = useState<HolidayDraft>({
    date: holiday?.date ?? '',
    description: holiday?.description ?? '',
    message: holiday?.message ?? '',
  })
  const [draft, setDraft] = useState(given)
  const [tries, setTries] = useState(0)
  const issues = save.error ? fieldErrors(save.error) : {}
  const needed = (value: string, field: keyof HolidayDraft): string | undefined =>
    issues[field] ?? (tries > 0 && value.trim() === '' ? t('holidays.needed') : undefined)
  const submit = (): void => {
    setTries(tries + 1)
    if (draft.date === '' || draft.description.trim() === '' || save.isPending) return
    save.mutate(
      { ...draft, id: holiday?.id },
      {
        onSuccess: () => {
          toast.success(t('holidays.saved', { name: draft.description }))
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog
      title={t(holiday ? 'holidays.editTitle' : 'holidays.add')}
      busy={save.isPending}
      problem={save.error && Object.keys(issues).length === 0 ? textOf(save.error) : undefined}
      mistakes={save.error ?? tries}
      isChanged={JSON.stringify(draft) !== JSON.stringify(given)}
      onSubmit={submit}
      onClose={onClose}
    >
      <DateField
        label={t('holidays.date')}
        required
        error={needed(draft.date, 'date')}
        value={draft.date}
        onValueChange={(date) => setDraft({ ...draft, date: date ?? '' })}
      />
      <Field label={t('holidays.description')} required error={needed(draft.description, 'description')}>
        <Input
          value={draft.description}
          maxLength={120}
          autoComplete="off"
          onChange={(event) => setDraft({ ...draft, description: event.target.value })}
        />
      </Field>
      <Field label={t('holidays.message')} help={t('holidays.messageHelp')} error={issues['message']}>
        <Textarea
          rows={3}
          maxLength={longestMessage}
          value={draft.message}
          onChange={(event) => setDraft({ ...draft, message: event.target.value })}
        />
      </Field>
    </FormDialog>
  )
}

/** Offers the national holidays of a year; what is no holiday by law is not chosen at first. */
function NationalDialog({ onClose, onAdded }: { onClose(): void; onAdded(outcome: ImportOutcome): void }) {
  const { t } = useWords()
  const { i18n } = useTranslation()
  const textOf = useErrorText()
  const [year, setYear] = useState(() => new Date().getFullYear())
  const query = useNationalHolidays(year)
  const add = useAddHolidays()
  const [unlike, setUnlike] = useState<ReadonlySet<string>>(new Set())
  const day = new Intl.DateTimeFormat(i18n.language, { day: '2-digit', month: 'short', timeZone: 'UTC' })
  // Chosen at first, unless optional; `unlike` are those that were turned.
  const offered = query.data ?? []
  const chosen = offered.filter(({ date, optional, known }) => !known && optional === unlike.has(date))
  return (
    <Dialog
      open
      title={t('holidays.nationalTitle', { year })}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('form.cancel')}</Button>
          <Button
            variant="primary"
            busy={add.isPending}
            disabled={chosen.length === 0}
            onClick={() =>
              add.mutate(
                chosen.map(({ date, description, message }) => ({ date, description, message })),
                {
                  onSuccess: (outcome) => {
                    onAdded(outcome)
                    onClose()
                  },
                  onError: (error) => toast.error(textOf(error)),
                },
              )
            }
          >
            {t('holidays.addChosen', { count: chosen.length })}
          </Button>
        </>
      }
    >
      <div className="flex items-center gap-2 pb-3">
        <IconButton
          icon={<Icon name="chevron-left" size={16} />}
          label={t('holidays.yearBefore')}
          onClick={() => setYear(year - 1)}
        />
        <span className="tabular-nums">{year}</span>
        <IconButton
          icon={<Icon name="chevron-right" size={16} />}
          label={t('holidays.yearAfter')}
          onClick={() => setYear(year + 1)}
        />
      </div>
      {query.isPending && <Skeleton height="12rem" />}
      {query.isError && (
        <ErrorState what={t('holidays.title')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      <ul className="flex flex-col gap-1.5">
        {offered.map(({ date, description, known, optional }) => (
          <li key={date}>
            <Checkbox
              checked={known || optional === unlike.has(date)}
              disabled={known}
              label={`${day.format(Date.parse(`${date}T00:00:00Z`))} · ${description}`}
              onCheckedChange={() => {
                const next = new Set(unlike)
                if (!next.delete(date)) next.add(date)
                setUnlike(next)
              }}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
