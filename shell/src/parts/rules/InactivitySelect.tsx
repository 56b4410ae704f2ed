import { Field, Select } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import { inactivityMinutes, type InactivityMinutes } from '../../base/contracts.ts'

const [hour, day] = [60, 24 * 60]
/** In the largest unit that divides it: an hour and not 60 minutes. */
function timeText(minutes: number, locale: string): string {
  const [count, unit] =
    minutes % day === 0 ? [minutes / day, 'day'] : minutes % hour === 0 ? [minutes / hour, 'hour'] : [minutes, 'minute']
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}

type Choice = InactivityMinutes | null

/** One of the times of inactivity (S9-063…074). With `inherits`, null stands for what the company has. */
export function InactivitySelect({
  label,
  help,
  error,
  value,
  inherits = false,
  onChange,
}: {
  label: string
  help?: string
  error?: string | undefined
  value: Choice
  inherits?: boolean
  onChange(value: Choice): void
}) {
  const { t, i18n } = useTranslation('rules')
  const options = [
    ...(inherits ? [{ value: '', label: t('asCompany') }] : []),
    ...inactivityMinutes.map((minutes) => ({
      value: String(minutes),
      label: minutes === 0 ? t('never') : timeText(minutes, i18n.language),
    })),
  ]
  return (
    <Field label={label} help={help} error={error}>
      <Select
        value={value === null ? '' : String(value)}
        options={options}
        onValueChange={(text) => onChange(text === '' ? null : (Number(text) as InactivityMinutes))}
      />
    </Field>
  )
}
