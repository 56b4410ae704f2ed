import { Icon, IconButton, toast, useWords } from '@recado/sdk/ui'
import { useId, useState } from 'react'
import type { Macro } from '../../macros/macro.ts'
import { StepLine } from '../step-line.tsx'
import { moved } from '../moved.ts'
import { useArrange } from '../use-macros.ts'

interface MacroListProps {
  macros: readonly Macro[]
  shared: boolean
  /** Not narrowed by a search: only then a place among the others means something. */ isWhole: boolean
  onEdit(macro: Macro): void
  onDelete(macro: Macro): void
}

/** The macros for everybody, or one's own. */
export function MacroList({ macros, shared, isWhole, onEdit, onDelete }: MacroListProps) {
  const { t } = useWords()
  const titleId = useId()
  const arrange = useArrange()
  const [said, setSaid] = useState('')
  const move = (macro: Macro, from: number, to: number) => {
    arrange.mutate({ shared, macros: moved(macros, from, to) }, { onError: (error) => toast.error(error) })
    setSaid(t('page.moved', { name: macro.name, number: to + 1, total: macros.length }))
  }
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-2">
      <h2 id={titleId} className="flex items-center gap-2 text-list font-medium text-ink-muted">
        <Icon name={shared ? 'users' : 'user'} size={15} />
        {t(shared ? 'scope.shared' : 'scope.personal')}
      </h2>
      <ul className="flex flex-col gap-2">
        {macros.map((macro, at) => (
          <li key={macro.id} className="flex flex-col gap-2 rounded-lg border border-line bg-surface p-3">
            <div className="flex items-center gap-1">
              <h3 className="min-w-0 flex-1 text-thread font-medium break-words">{macro.name}</h3>
              {macro.editable ? (
                <>
                  {isWhole && macros.length > 1 && (
                    <IconButton
                      size="small"
                      icon={<Icon name="arrow-up" size={15} />}
                      label={t('page.up', { name: macro.name })}
                      disabled={at === 0}
                      onClick={() => move(macro, at, at - 1)}
                    />
                  )}
                  {isWhole && macros.length > 1 && (
                    <IconButton
                      size="small"
                      icon={<Icon name="arrow-down" size={15} />}
                      label={t('page.down', { name: macro.name })}
                      disabled={at === macros.length - 1}
                      onClick={() => move(macro, at, at + 1)}
                    />
                  )}
                  <IconButton
                    size="small"
                    icon={<Icon name="pencil" size={15} />}
                    label={t('page.edit', { name: macro.name })}
                    onClick={() => onEdit(macro)}
                  />
                  <IconButton
                    size="small"
                    icon={<Icon name="trash-2" size={15} />}
                    label={t('page.delete', { name: macro.name })}
                    onClick={() => onDelete(macro)}
                  />
                </>
              ) : (
                <span className="text-xs text-ink-muted">{t('page.readOnly')}</span>
              )}
            </div>
            <ol aria-label={t('page.steps', { name: macro.name })} className="flex flex-col gap-1 text-list">
              {macro.steps.map((step, place) => (
                <li key={place}>
                  <StepLine step={step} macro={macro} />
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {said}
      </p>
    </section>
  )
}
