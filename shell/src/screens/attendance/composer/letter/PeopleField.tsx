import { X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LetterAddress } from '../../../../base/contracts.ts'
import { readAddresses, together } from './read-addresses.ts'

interface PeopleFieldProps {
  label: string
  people: readonly LetterAddress[]
  /** The field was opened just now: it is where one goes on. */
  autoFocus?: boolean
  /** What is written behind them. */
  rest: string
  onChange(people: readonly LetterAddress[], rest: string): void
}

/** Keys behind an address that is complete. */
const ends = new Set(['Enter', ',', ';', ' '])

/** People whom a letter goes to, as addresses one types or pastes. What is none stays in the field, with a sentence. */
export function PeopleField({ label, people, rest, autoFocus = false, onChange }: PeopleFieldProps) {
  const { t } = useTranslation('attendance')
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [isTyping, setTyping] = useState(false)
  const isBroken = !isTyping && rest.trim() !== ''
  const take = (text: string): void => {
    const { people: added, rest: left } = readAddresses(text)
    onChange(together(people, added), left)
    setTyping(false)
  }
  const remove = (person: LetterAddress): void => {
    onChange(
      people.filter((one) => one !== person),
      rest,
    )
    field.current?.focus()
  }
  return (
    <div className="border-b border-line px-3 py-1 text-list">
      <div className="flex items-start gap-2">
        <label htmlFor={id} className="w-16 shrink-0 py-1 text-ink-muted">
          {label}
        </label>
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-1">
          {people.map((person) => (
            <span
              key={person.address}
              title={person.address}
              className="flex max-w-full items-center gap-1 rounded-md bg-accent-soft py-0.5 pr-0.5 pl-2"
            >
              <span className="truncate">
                <bdi>{person.name ?? person.address}</bdi>
              </span>
              <button
                type="button"
                aria-label={t('letter.removePerson', { name: person.name ?? person.address })}
                className="grid size-6 shrink-0 place-items-center rounded text-ink-muted hover:text-ink"
                onClick={() => remove(person)}
              >
                <X size={13} aria-hidden />
              </button>
            </span>
          ))}
          <input
            ref={field}
            id={id}
            type="text"
            inputMode="email"
            autoComplete="off"
            spellCheck={false}
            autoFocus={autoFocus}
            value={rest}
            aria-invalid={isBroken || undefined}
            aria-describedby={isBroken ? `${id}-error` : undefined}
            className="min-w-32 flex-1 bg-transparent py-1 outline-none"
            onChange={(event) => {
              setTyping(true)
              onChange(people, event.target.value)
            }}
            onPaste={(event) => {
              event.preventDefault()
              take(`${rest} ${event.clipboardData.getData('text')}`)
            }}
            onBlur={() => {
              if (rest !== '') take(rest)
            }}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing) return
              if (ends.has(event.key) && rest.trim() !== '') {
                event.preventDefault()
                take(rest)
              }
              if (event.key === 'Backspace' && rest === '' && people.length > 0) remove(people.at(-1)!)
            }}
          />
        </div>
      </div>
      {isBroken && (
        <p id={`${id}-error`} role="alert" className="pb-1 text-danger">
          {t('letter.noAddress')}
        </p>
      )}
    </div>
  )
}
