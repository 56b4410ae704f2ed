import { ComposerSuggestions, Icon, useWords, type SlotMap } from '@recado/sdk/ui'
import { useState } from 'react'
import { named } from '../named.ts'
import { StepLine } from '../step-line.tsx'
import { useMacros } from '../use-macros.ts'
import { RunDialog } from './run-dialog.tsx'

/** Number of suggestions; another letter narrows them. */
const suggestionCount = 20

/** Macros in the list that `/` opens. Picking one asks as the button in the header does, with that one chosen. */
export default function SlashMacros({ ticket, composer }: SlotMap['ticket.composer.actions']) {
  const { t } = useWords()
  const [macroId, setMacroId] = useState<string>()
  const { data, isPending, isError } = useMacros({ isFresh: false })
  const close = () => {
    setMacroId(undefined)
    composer.focus()
  }
  return (
    <>
      <ComposerSuggestions
        composer={composer}
        trigger="/"
        label={t('page.title')}
        items={named(data ?? [], composer.trigger?.query ?? '').slice(0, suggestionCount)}
        itemKey={({ id }) => id}
        loading={isPending}
        empty={t(isError ? 'slash.failed' : 'empty.filtered')}
        renderItem={({ name, shared }) => (
          <span className="flex min-w-0 items-center gap-2">
            <Icon name="workflow" size={15} className="shrink-0 opacity-75" />
            <span className="min-w-0 flex-1 truncate">{name}</span>
            {!shared && <span className="shrink-0 text-xs opacity-75">{t('scope.mine')}</span>}
          </span>
        )}
        renderPreview={(macro) => (
          <ol aria-label={t('page.steps', { name: macro.name })} className="flex flex-col gap-1 text-list">
            {macro.steps.map((step, at) => (
              <li key={at}>
                <StepLine step={step} macro={macro} />
              </li>
            ))}
          </ol>
        )}
        onPick={({ id }) => {
          composer.insertText('')
          setMacroId(id)
        }}
      />
      {macroId !== undefined && <RunDialog ticketId={ticket.id} macroId={macroId} onClose={close} />}
    </>
  )
}
