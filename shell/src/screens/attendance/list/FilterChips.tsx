import { classNames } from '@recado/sdk/ui'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useConditionWords } from '../../../parts/segments/use-condition-words.ts'
import { choicesOf, defaultFilter, type FilterChoice, type TicketFilter } from '../../../data/tickets/ticket-filter.ts'
import { useDaysWords } from './use-days-words.ts'
import { NamedChoices, type NamedKind } from './NamedChoices.tsx'

/** Active filters of the list, each removed by a click, and all of them by one. Empty without filters. */
export function FilterChips({
  filter,
  onChange,
}: {
  filter: TicketFilter
  onChange(change: Partial<TicketFilter>): void
}) {
  const { t } = useTranslation('attendance')
  const condition = useConditionWords()
  const daysWords = useDaysWords()
  const choices = choicesOf(filter)
  if (choices.length === 0) return null
  const word = (choice: Exclude<FilterChoice, { id: string }>): string => {
    switch (choice.kind) {
      case 'status':
        return filter.status.map((status) => t(`status.${status}`)).join(', ')
      case 'priority':
        return filter.priorities.map((priority) => t(`priority.${priority}`)).join(', ')
      case 'days':
        return daysWords(choice.days)
      case 'attributes':
        return condition(choice.condition, 'ticket')
      case 'contactAttributes':
        return t('filter.ofContact', { what: condition(choice.condition, 'contact') })
      default:
        return t(`filter.chip.${choice.kind}`)
    }
  }
  return (
    <ul aria-label={t('filter.active', { count: choices.length })} className="flex flex-wrap items-center gap-1.5 pb-2">
      {choices.map((choice) => (
        <li
          key={
            'id' in choice
              ? choice.id
              : 'condition' in choice
                ? `${choice.kind} ${JSON.stringify(choice.condition)}`
                : choice.kind
          }
          className="min-w-0"
        >
          {'id' in choice ? (
            <NamedChip {...choice} onRemove={() => onChange(choice.without)} />
          ) : (
            <Chip word={word(choice)} onRemove={() => onChange(choice.without)} />
          )}
        </li>
      ))}
      {choices.length > 1 && (
        <li>
          <button
            type="button"
            className={classNames(chip, 'border-transparent text-accent-text')}
            onClick={() => onChange({ ...defaultFilter, view: filter.view, searchParam: filter.searchParam })}
          >
            {t('list.clearFilters')}
          </button>
        </li>
      )}
    </ul>
  )
}

/** A choice of which the filter has the id alone. */
function NamedChip({ kind, id, onRemove }: { kind: NamedKind; id: string; onRemove(): void }) {
  const { t } = useTranslation('attendance')
  return (
    <NamedChoices kind={kind}>
      {(choices) => (
        <Chip
          word={choices.find((choice) => choice.id === id)?.name ?? t(`filter.unknown.${kind}`)}
          onRemove={onRemove}
        />
      )}
    </NamedChoices>
  )
}

function Chip({ word, onRemove }: { word: string; onRemove(): void }) {
  const { t } = useTranslation('attendance')
  return (
    <button type="button" className={chip} aria-label={t('filter.takeBack', { what: word })} onClick={onRemove}>
      <span className="truncate">{word}</span>
      <X size={12} className="shrink-0" aria-hidden />
    </button>
  )
}

const chip = 'flex h-6 max-w-48 items-center gap-1 rounded-full border border-line px-2 text-xs text-ink hover:bg-hover'
