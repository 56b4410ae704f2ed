import { classNames } from '@recado/sdk/ui'
import { X } from 'lucide-react'
import { useLayoutEffect, useRef, type MouseEvent, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useConditionWords } from '../../../parts/segments/use-condition-words.ts'
import { choicesOf, defaultFilter, type FilterChoice, type TicketFilter } from '../../../data/tickets/ticket-filter.ts'
import { useDaysWords } from './use-days-words.ts'
import { NamedChoices, type NamedKind } from './NamedChoices.tsx'

/**
 * Active filters of the list, each removed by a click, and all of them by one. Empty without filters. Whoever removes
 * one by the keyboard is at the next one then, and at `afterLast` when none is left.
 */
export function FilterChips({
  filter,
  onChange,
  afterLast,
}: {
  filter: TicketFilter
  onChange(change: Partial<TicketFilter>): void
  afterLast: RefObject<HTMLElement | null>
}) {
  const { t } = useTranslation('attendance')
  const condition = useConditionWords()
  const daysWords = useDaysWords()
  const choices = choicesOf(filter)
  const list = useRef<HTMLUListElement>(null)
  const removedAt = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (removedAt.current === null) return
    const chips = list.current?.querySelectorAll('button')
    ;(chips?.[Math.min(removedAt.current, choices.length - 1)] ?? afterLast.current)?.focus()
    removedAt.current = null
  }, [choices.length, afterLast])
  if (choices.length === 0) return null
  /** A click without a pointer is a key. */
  const remove = ({ detail }: MouseEvent, index: number, change: Partial<TicketFilter>) => {
    removedAt.current = detail === 0 ? index : null
    onChange(change)
  }
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
    <ul
      ref={list}
      aria-label={t('filter.active', { count: choices.length })}
      className="flex flex-wrap items-center gap-1.5 pb-2"
    >
      {choices.map((choice, index) => (
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
            <NamedChip {...choice} onRemove={(event) => remove(event, index, choice.without)} />
          ) : (
            <Chip word={word(choice)} onRemove={(event) => remove(event, index, choice.without)} />
          )}
        </li>
      ))}
      {choices.length > 1 && (
        <li>
          <button
            type="button"
            className={classNames(chip, 'border-transparent text-accent-text')}
            onClick={(event) =>
              remove(event, 0, { ...defaultFilter, view: filter.view, searchParam: filter.searchParam })
            }
          >
            {t('list.clearFilters')}
          </button>
        </li>
      )}
    </ul>
  )
}

type Remove = (event: MouseEvent) => void

/** A choice of which the filter has the id alone. */
function NamedChip({ kind, id, onRemove }: { kind: NamedKind; id: string; onRemove: Remove }) {
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

function Chip({ word, onRemove }: { word: string; onRemove: Remove }) {
  const { t } = useTranslation('attendance')
  return (
    <button type="button" className={chip} aria-label={t('filter.takeBack', { what: word })} onClick={onRemove}>
      <span className="truncate">{word}</span>
      <X size={12} className="shrink-0" aria-hidden />
    </button>
  )
}

const chip = 'flex h-6 max-w-48 items-center gap-1 rounded-full border border-line px-2 text-xs text-ink hover:bg-hover'
