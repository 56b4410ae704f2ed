import { CalendarDays } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { IconButton } from './button.tsx'
import { maskDate, readDate, writeDate } from './date-text.ts'
import { Field, Input, type FieldProps } from './field.tsx'
import { useIssueText } from './issue-text.ts'
import { useKitWords } from './words.ts'

/**
 * A {@link DateField} or {@link DateTimeField}: a field whose value is a day, or a day and a time, where the reader is.
 */
export interface DateFieldProps extends Omit<FieldProps, 'children'> {
  /** `2026-01-31`, with a time `2026-01-31T14:30`; empty for none, null while what is typed is no date. */
  value: string | null
  onValueChange(value: string | null): void
  /** First and last date that the calendar offers; the form checks typed ones beyond them. */
  min?: string
  max?: string
  disabled?: boolean
  autoFocus?: boolean
}

/** A day, typed as dd/MM/yyyy (S5-123) or chosen from the system's calendar, which Alt and the down arrow open. */
export const DateField = (props: DateFieldProps) => <Dated {...props} withTime={false} />
/** A day and a time, typed as dd/MM/yyyy HH:mm (S5-124) or chosen. */
export const DateTimeField = (props: DateFieldProps) => <Dated {...props} withTime />

function Dated({
  value,
  onValueChange,
  min,
  max,
  disabled = false,
  autoFocus = false,
  withTime,
  error,
  ...field
}: DateFieldProps & { withTime: boolean }) {
  const t = useKitWords()
  const textOf = useIssueText()
  const calendar = useRef<HTMLInputElement>(null)
  const [known, setKnown] = useState(value)
  const [typed, setTyped] = useState(() => writeDate(value ?? ''))
  const [left, setLeft] = useState(false)
  // Set from outside: the typed text no longer counts.
  if (value !== known) {
    setKnown(value)
    if (value !== null) setTyped(writeDate(value))
  }
  const take = (text: string) => {
    setTyped(text)
    const read = text === '' ? '' : (readDate(text, withTime) ?? null)
    setKnown(read)
    onValueChange(read)
  }
  const open = () => calendar.current?.showPicker()
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || event.key !== 'ArrowDown') return
    event.preventDefault()
    open()
  }
  const fault = left && value === null ? textOf({ rule: 'date' }) : error
  return (
    <Field {...field} error={fault}>
      <span className="k-date">
        <Input
          value={typed}
          inputMode="numeric"
          autoComplete="off"
          placeholder={t(withTime ? 'dateTimeMask' : 'dateMask')}
          disabled={disabled}
          autoFocus={autoFocus}
          onKeyDown={onKeyDown}
          // In the middle of the text a mask would move the cursor away from what is being corrected.
          onChange={({ target, nativeEvent }) =>
            take(
              target.selectionStart === target.value.length && !isDeletion(nativeEvent)
                ? maskDate(target.value, withTime)
                : target.value,
            )
          }
          onFocus={() => setLeft(false)}
          onBlur={() => setLeft(true)}
        />
        <input
          ref={calendar}
          type={withTime ? 'datetime-local' : 'date'}
          className="k-date-calendar"
          tabIndex={-1}
          aria-hidden
          disabled={disabled}
          min={min}
          max={max}
          value={value ?? ''}
          onChange={(event) => take(writeDate(event.target.value.slice(0, withTime ? 16 : 10)))}
        />
        <IconButton
          size="small"
          icon={<CalendarDays size={16} />}
          label={t('calendar')}
          disabled={disabled}
          onClick={open}
        />
      </span>
    </Field>
  )
}

const isDeletion = (event: Event): boolean => 'inputType' in event && String(event.inputType).startsWith('delete')
