import {
  Checkbox,
  ConfirmDialog,
  Field,
  FormDialog,
  Input,
  Select,
  toast,
  useErrorWords,
  useWords,
} from '@recado/sdk/ui'
import { useBlocker } from '@tanstack/react-router'
import { useRef } from 'react'
import { maxNameLength, repetitions } from '../../rules/limits.ts'
import type { Rule } from '../../rules/rule.ts'
import { Simulation } from '../simulate/simulation.tsx'
import type { Blocks } from '../use-offer.ts'
import { BlocksEditor } from './blocks-editor.tsx'
import type { Beginning } from './draft.ts'
import { TriggerFields } from './trigger-fields.tsx'
import { useEditor } from './use-editor.ts'

interface EditorProps {
  beginning: Beginning
  /** Of the rule that is changed; a new one has none. */ id: Rule['id'] | undefined
  blocks: Blocks
  onClose(): void
}

/**
 * Editor of a new or existing rule. Unmounted when it closes, so that it starts empty each time; asks before unsaved
 * changes are lost.
 */
export function Editor({ beginning, id, blocks, onClose }: EditorProps) {
  const { t } = useWords()
  const wordsOf = useErrorWords()
  const editing = useEditor(beginning, id, blocks)
  const { draft, problems, refusal, change } = editing
  const isDone = useRef(false)
  const blocker = useBlocker({
    shouldBlockFn: () => editing.isChanged && !isDone.current,
    enableBeforeUnload: () => editing.isChanged && !isDone.current,
    withResolver: true,
  })

  const submit = async () => {
    if (!(await editing.submit())) return
    isDone.current = true
    toast.success(t('editor.saved'))
    onClose()
  }
  const refused = refusal === undefined ? undefined : wordsOf(refusal)
  return (
    <FormDialog
      title={t(id === undefined ? 'editor.create' : 'editor.edit')}
      shape="wide"
      busy={editing.isSaving}
      problem={refused && [refused.text, refused.detail].filter(Boolean).join('. ')}
      mistakes={problems}
      isChanged={editing.isChanged}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t('editor.name')} error={problems.name} required>
        <Input
          value={draft.name}
          maxLength={maxNameLength}
          autoFocus={id === undefined}
          autoComplete="off"
          onChange={(event) => change({ name: event.target.value })}
        />
      </Field>
      <TriggerFields draft={draft} error={problems.minutes} onChange={change} />
      <BlocksEditor
        kind="conditions"
        draft={draft}
        blocks={blocks}
        problems={problems.blocks.conditions}
        onChange={(conditions) => change({ conditions })}
      >
        {draft.conditions.length > 1 && (
          <Field label={t('editor.match')}>
            <Select
              value={draft.match}
              options={(['all', 'any'] as const).map((value) => ({ value, label: t(`editor.matches.${value}`) }))}
              onValueChange={(match) => change({ match: match === 'any' ? 'any' : 'all' })}
            />
          </Field>
        )}
      </BlocksEditor>
      <BlocksEditor
        kind="actions"
        draft={draft}
        blocks={blocks}
        problems={problems.blocks.actions}
        onChange={(actions) => change({ actions })}
      >
        {problems.actions !== undefined && draft.actions.length === 0 && (
          <p role="alert" className="text-list text-danger">
            {problems.actions}
          </p>
        )}
      </BlocksEditor>
      <section className="flex flex-col gap-3">
        <h3 className="text-list font-semibold">{t('editor.limits')}</h3>
        <Field label={t('editor.repetition')} help={draft.repetition === 'always' ? t('editor.alwaysHelp') : undefined}>
          <Select
            value={draft.repetition}
            options={repetitions.map((value) => ({ value, label: t(`editor.repetitions.${value}`) }))}
            onValueChange={(chosen) => change({ repetition: repetitions.find((one) => one === chosen)! })}
          />
        </Field>
        <Checkbox checked={draft.isLast} label={t('editor.isLast')} onCheckedChange={(isLast) => change({ isLast })} />
      </section>
      <Simulation editing={editing} blocks={blocks} />
      <ConfirmDialog
        title={t('editor.discard.title')}
        description={t('editor.discard.detail')}
        confirmLabel={t('editor.discard.confirm')}
        open={blocker.status === 'blocked'}
        onOpenChange={(open) => {
          if (!open) blocker.reset?.()
        }}
        onConfirm={() => blocker.proceed?.()}
      />
    </FormDialog>
  )
}
