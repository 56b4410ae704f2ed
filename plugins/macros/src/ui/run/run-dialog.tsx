import {
  Button,
  Dialog,
  EmptyState,
  ErrorState,
  Field,
  Icon,
  Input,
  Skeleton,
  useErrorText,
  useWords,
} from '@recado/sdk/ui'
import { useNavigate } from '@tanstack/react-router'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import type { Macro } from '../../macros/macro.ts'
import type { RunAnswer } from '../../runs/run.ts'
import { named } from '../named.ts'
import { useMacros } from '../use-macros.ts'
import { Preview } from './preview.tsx'
import { RunResult } from './run-result.tsx'
import { useRun } from './use-run.ts'
import { returnOf } from './use-undo.ts'

interface RunDialogProps {
  ticketId: string
  /** Chosen from the start. */ macroId: string | undefined
  onClose(): void
}

/**
 * Choose a macro, see what it will do, run it. One that went through closes the dialog; one that was stopped says where
 * and why.
 */
export function RunDialog({ ticketId, macroId, onClose }: RunDialogProps) {
  const { t } = useWords()
  const textOf = useErrorText()
  const form = useId()
  const list = useMacros()
  const [chosenId, setChosenId] = useState(macroId)
  const [search, setSearch] = useState('')
  const [stopped, setStopped] = useState<{ readonly macro: Macro; readonly answer: RunAnswer }>()
  const macros = list.data ?? []
  const found = named(macros, search)
  const chosen = found.find(({ id }) => id === chosenId) ?? found[0]
  const { running, undoing } = useRun(ticketId, (answer) => {
    if (answer.steps.every(({ state }) => state === 'done')) onClose()
    else setStopped({ macro: chosen!, answer })
  })

  if (stopped) {
    const undo = returnOf(stopped.answer)
    return (
      <Dialog
        open
        onOpenChange={(open) => {
          if (!open) onClose()
        }}
        title={t('run.stopped', { name: stopped.macro.name })}
        footer={
          <>
            {undo && (
              <Button busy={undoing.isPending} onClick={() => undoing.mutate(undo, { onSuccess: onClose })}>
                {t('run.undoDone')}
              </Button>
            )}
            <Button variant="primary" autoFocus onClick={onClose}>
              {t('run.close')}
            </Button>
          </>
        }
      >
        <RunResult macro={stopped.macro} answer={stopped.answer} />
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !running.isPending) onClose()
      }}
      shape="wide"
      title={t('run.title')}
      footer={
        <>
          <Button disabled={running.isPending} onClick={onClose}>
            {t('run.cancel')}
          </Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            icon={<Icon name="play" size={15} />}
            busy={running.isPending}
            disabled={!chosen}
          >
            {t('run.run')}
          </Button>
        </>
      }
    >
      {macros.length === 0 && list.isFetching && <Skeleton lines={4} height="2rem" />}
      {list.isError && <ErrorState what={t('page.title')} error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && macros.length === 0 && !list.isFetching && <NoMacros onLeave={onClose} />}
      {macros.length > 0 && (
        <form
          id={form}
          className="grid items-start gap-4 md:grid-cols-[2fr_3fr]"
          onSubmit={(event) => {
            event.preventDefault()
            if (chosen && !running.isPending) running.mutate(chosen)
          }}
        >
          <Choice macros={found} chosen={chosen} search={search} onSearch={setSearch} onChoose={setChosenId} />
          <section aria-label={t('run.preview')} className="flex min-w-0 flex-col gap-2">
            <h3 className="text-sm font-medium">{t('run.preview')}</h3>
            {chosen ? (
              <Preview macro={chosen} ticketId={ticketId} />
            ) : (
              <p className="text-ink-muted">{t('empty.filtered')}</p>
            )}
          </section>
          {running.isError && (
            <p role="alert" className="text-danger md:col-span-2">
              {textOf(running.error)}
            </p>
          )}
        </form>
      )}
    </Dialog>
  )
}

function NoMacros({ onLeave }: { onLeave(): void }) {
  const { t } = useWords()
  const navigate = useNavigate()
  const create = (
    <Button
      variant="primary"
      onClick={() => {
        onLeave()
        void navigate({ to: '/macros' as '/' })
      }}
    >
      {t('run.create')}
    </Button>
  )
  return (
    <EmptyState icon={<Icon name="workflow" />} title={t('empty.title')} action={create}>
      {t('empty.help')}
    </EmptyState>
  )
}

interface ChoiceProps {
  macros: readonly Macro[]
  chosen: Macro | undefined
  search: string
  onSearch(text: string): void
  onChoose(id: string): void
}

/** The focus stays in the search: ↑ and ↓ choose, Enter runs. */
function Choice({ macros, chosen, search, onSearch, onChoose }: ChoiceProps) {
  const { t } = useWords()
  const group = useId()
  const shown = useRef<HTMLDivElement>(null)
  const step = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (by === 0 || macros.length === 0) return
    event.preventDefault()
    const next = macros[(macros.findIndex(({ id }) => id === chosen?.id) + by + macros.length) % macros.length]!
    onChoose(next.id)
    shown.current?.querySelector(`[data-macro="${next.id}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="sr-only">{t('run.choose')}</legend>
      <Field label={t('page.search')} hideLabel>
        <Input
          type="search"
          autoFocus
          autoComplete="off"
          maxLength={100}
          value={search}
          placeholder={t('page.search')}
          onKeyDown={step}
          onChange={(event) => onSearch(event.target.value)}
        />
      </Field>
      <div ref={shown} className="scroll-thin flex max-h-72 flex-col overflow-y-auto rounded-md border border-line">
        {macros.map(({ id, name, shared }) => (
          <label
            key={id}
            data-macro={id}
            className={
              'flex cursor-pointer items-center gap-2 border-b border-line px-3 py-2 last:border-b-0 ' +
              'hover:bg-hover has-checked:bg-accent-soft'
            }
          >
            <input
              type="radio"
              name={group}
              className="size-4 shrink-0 accent-accent"
              checked={id === chosen?.id}
              onChange={() => onChoose(id)}
            />
            <span className="min-w-0 flex-1 text-list break-words">{name}</span>
            {!shared && <span className="shrink-0 text-xs text-ink-muted">{t('scope.mine')}</span>}
          </label>
        ))}
      </div>
      <p role="status" className="sr-only">
        {chosen ? t('run.chosen', { name: chosen.name }) : t('empty.filtered')}
      </p>
    </fieldset>
  )
}
