import { Button, Field, IconButton, Input } from '@recado/sdk/ui'
import { Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { attributeOptionsMost, nameLengths } from '../../base/contracts.ts'

/** An option while it is edited. `line` stays while the form is open; one that is not stored yet has no id. */
export interface OptionDraft {
  readonly line: string
  readonly id?: string | undefined
  readonly label: string
}

/** Whether two have the same name. Lines that were left empty do not count. */
export function wrongOptions(options: readonly OptionDraft[]): boolean {
  const labels = options.map(({ label }) => label.trim().toLowerCase()).filter((label) => label !== '')
  return new Set(labels).size < labels.length
}

/** The options of an attribute, one a line; Enter goes on with a new one. */
export function OptionsEditor({
  options,
  error,
  onChange,
}: {
  options: readonly OptionDraft[]
  error: string | undefined
  onChange(options: OptionDraft[]): void
}) {
  const { t } = useTranslation('attributes')
  const list = useRef<HTMLDivElement>(null)
  const focus = (at: number) => requestAnimationFrame(() => list.current?.querySelectorAll('input')[at]?.focus())
  const add = (at: number) => {
    if (options.length >= attributeOptionsMost) return
    onChange(options.toSpliced(at, 0, { line: crypto.randomUUID(), label: '' }))
    focus(at)
  }
  const remove = (at: number) => {
    onChange(options.toSpliced(at, 1))
    focus(Math.max(0, at - 1))
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="k-label pb-1">{t('option.title')}</legend>
      <p className="k-help">{t('option.help')}</p>
      <div ref={list} className="flex flex-col gap-2">
        {options.map((option, at) => (
          <div key={option.line} className="flex items-center gap-2">
            <Field label={t('option.label', { number: at + 1 })} hideLabel error={undefined} className="min-w-0 flex-1">
              <Input
                value={option.label}
                maxLength={nameLengths.attributeOption}
                autoComplete="off"
                placeholder={t('option.label', { number: at + 1 })}
                aria-invalid={error ? true : undefined}
                onChange={(event) =>
                  onChange(options.map((one) => (one === option ? { ...one, label: event.target.value } : one)))
                }
                onKeyDown={(event) => {
                  if (event.key === 'Enter') {
                    event.preventDefault()
                    add(at + 1)
                  }
                }}
              />
            </Field>
            <IconButton
              icon={<Trash2 size={16} />}
              label={t('option.remove', { name: option.label || at + 1 })}
              disabled={options.length === 1}
              onClick={() => remove(at)}
            />
          </div>
        ))}
      </div>
      {error && (
        <p role="alert" className="k-field-error">
          {error}
        </p>
      )}
      {options.length < attributeOptionsMost && (
        <Button className="self-start" size="small" icon={<Plus size={14} />} onClick={() => add(options.length)}>
          {t('option.add')}
        </Button>
      )}
    </fieldset>
  )
}
