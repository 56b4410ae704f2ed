import type { FormReference } from '@recado/contracts'
import { X } from 'lucide-react'
import { Button, IconButton } from '../kit/button.tsx'
import { ChoicePopover, ComboboxButton } from '../kit/choice-popover.tsx'
import { useErrorText } from '../kit/error-text.ts'
import { ColorDot } from '../kit/marks.tsx'
import { useKitWords } from '../kit/words.ts'
import { useReferences, type Reference } from './use-references.ts'

interface ReferenceControlProps {
  of: FormReference
  label: string
  value: readonly string[]
  several: boolean
  required: boolean
  disabled: boolean
  onChange(value: readonly string[]): void
}

/** Lets one or several of the company's queues, tags, people and so on be chosen, and shows what is chosen by name. */
export function ReferenceControl({ of, label, value, several, required, disabled, onChange }: ReferenceControlProps) {
  const t = useKitWords()
  const textOf = useErrorText()
  const { data: known, isError, error, refetch } = useReferences(of)
  const named = (id: string): Reference | undefined => known?.find((one) => one.value === id)
  const choices = (known ?? []).filter(({ isOffered, value: id }) => isOffered || value.includes(id))
  const one = several ? undefined : value[0]
  const choose = (id: string) => {
    if (!several) onChange([id])
    else onChange(value.includes(id) ? value.filter((other) => other !== id) : [...value, id])
  }
  const isUnknown = (id: string): boolean => known !== undefined && !named(id)
  const instead = isError ? (
    <div className="k-suggestions-empty">
      {textOf(error)}{' '}
      <Button size="small" onClick={() => void refetch()}>
        {t('retry')}
      </Button>
    </div>
  ) : known === undefined ? (
    <div className="k-suggestions-empty" role="status">
      {t('loading')}
    </div>
  ) : choices.length === 0 ? (
    <div className="k-suggestions-empty">{t('nothingToChoose')}</div>
  ) : undefined
  return (
    <span className="k-list">
      {several && value.length > 0 && (
        <ul>
          {value.map((id) => (
            <li key={id} className="k-badge" {...(isUnknown(id) && { 'data-tone': 'warning' })}>
              <ReferenceName id={id} of={of} />
              {!disabled && (
                <IconButton
                  size="small"
                  icon={<X size={12} />}
                  label={t('remove', { item: named(id)?.label ?? t('gone') })}
                  onClick={() => choose(id)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <span className="k-secret">
        <ChoicePopover
          label={label}
          choices={choices}
          chosen={value}
          several={several}
          onChoose={choose}
          {...(instead && { instead })}
          trigger={
            <ComboboxButton isEmpty={one === undefined} disabled={disabled}>
              {one === undefined ? t('choose') : <ReferenceName id={one} of={of} />}
            </ComboboxButton>
          }
        />
        {one !== undefined && !required && !disabled && (
          <IconButton
            icon={<X size={14} />}
            label={t('remove', { item: named(one)?.label ?? t('gone') })}
            onClick={() => onChange([])}
          />
        )}
      </span>
    </span>
  )
}

/**
 * Name and colour of a referenced object; a deleted one is marked as such, and nothing is shown until the objects are
 * loaded.
 */
export function ReferenceName({ of, id }: { of: FormReference; id: string }) {
  const t = useKitWords()
  const { data: known } = useReferences(of)
  const found = known?.find(({ value }) => value === id)
  if (!found) return known ? t('gone') : '…'
  return found.color === undefined ? found.label : <ColorDot color={found.color} label={found.label} />
}
