import { languageName } from '@recado/sdk'
import { Button, ConfirmDialog, Dialog, Field, Input, Select, toast, useErrorWords, useWords } from '@recado/sdk/ui'
import { useState, type FormEvent } from 'react'
import { parameterFormats, writableCategories } from '../../../templates/template-kinds.ts'
import { limits } from '../../../templates/template-limits.ts'
import type { Template, TemplateConnection } from '../../../templates/template.ts'
import { languageOptions } from '../language-name.ts'
import { Preview } from '../preview.tsx'
import { StatusBadge, StatusHelp } from '../status-badge.tsx'
import { useSave, useSubmit } from '../use-templates.ts'
import { BodyField } from './body-field.tsx'
import { ButtonsField } from './buttons-field.tsx'
import { Counter } from './counter.tsx'
import { HeaderFields } from './header-fields.tsx'
import { braces, useProblemText } from './problem-text.ts'
import { useEditor } from './use-editor.ts'

export interface EditorProps {
  template?: Template | undefined
  /** Begins a new template with what this one says. */
  isCopy: boolean
  connections: readonly TemplateConnection[]
  onClose(): void
}

/** Writes, shows and submits one template, with a preview that follows every key. */
export function Editor({ template, isCopy, connections, onClose }: EditorProps) {
  const { t, i18n } = useWords()
  const wordsOf = useErrorWords()
  const problemText = useProblemText()
  const save = useSave()
  const submit = useSubmit()
  const original = isCopy ? undefined : template
  const [savedId, setSavedId] = useState(original?.id)
  const editor = useEditor(template, isCopy, connections, i18n.language)
  const [headerUrl, setHeaderUrl] = useState(template?.headerMediaUrl ?? null)
  const [asking, setAsking] = useState<'submit' | 'leave'>()
  const [refusal, setRefusal] = useState<unknown>()
  const { content, change, problemAt, open, isDirty } = editor
  const isSubmitted = original !== undefined && original.status !== 'DRAFT'
  const isLocked = original !== undefined && !original.editable
  const is360 = connections.find(({ id }) => id === content.connectionId)?.type === 'waba360'

  const leave = () => (isDirty ? setAsking('leave') : onClose())
  const saveDraft = async (event: FormEvent) => {
    event.preventDefault()
    setRefusal(undefined)
    if (isSubmitted || save.isPending || !editor.demand('draft')) return
    try {
      setSavedId((await save.mutateAsync({ id: savedId, content })).id)
      editor.settled()
      toast.success(t('templates.editor.saved'))
      onClose()
    } catch (error) {
      if (!editor.refuse(error)) setRefusal(error)
    }
  }
  const ask = () => {
    setRefusal(undefined)
    if (editor.demand('all')) setAsking('submit')
  }
  /** The saved template stays saved when only the submission fails. */
  const send = async () => {
    try {
      const { id } = await save.mutateAsync({ id: savedId, content })
      setSavedId(id)
      editor.settled()
      if (!isSubmitted) await submit.mutateAsync(id)
      toast.success(t('templates.editor.submitted'))
      onClose()
    } catch (error) {
      if (!editor.refuse(error)) setRefusal(error)
    }
  }
  const failed = refusal === undefined ? undefined : wordsOf(refusal)
  const footer = isLocked ? (
    <Button onClick={onClose}>{t('templates.editor.close')}</Button>
  ) : (
    <>
      <Button onClick={leave}>{t('templates.editor.cancel')}</Button>
      {!isSubmitted && (
        <Button type="submit" form="waba-template" busy={save.isPending}>
          {t('templates.editor.save')}
        </Button>
      )}
      <Button variant="primary" busy={submit.isPending} onClick={ask}>
        {t(isSubmitted ? 'templates.editor.resubmit' : 'templates.editor.submit')}
      </Button>
    </>
  )
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) leave()
      }}
      shape="wide"
      footer={footer}
      title={
        original === undefined ? t('templates.editor.create') : t('templates.editor.edit', { name: original.name })
      }
    >
      <form
        id="waba-template"
        className="grid gap-6 md:grid-cols-[3fr_2fr]"
        noValidate
        onSubmit={(event) => void saveDraft(event)}
      >
        <div className="flex min-w-0 flex-col gap-4">
          {original && (
            <p className="flex flex-wrap items-center gap-2 text-sm text-ink-muted">
              <StatusBadge status={original.status} />
              <StatusHelp {...original} />
            </p>
          )}
          {isLocked && is360 && isSubmitted && (
            <p className="text-sm text-ink-muted">{t('templates.help.dialog360')}</p>
          )}
          <Field label={t('templates.field.connection')} error={problemText(problemAt('connectionId'))} required>
            <Select
              value={content.connectionId}
              disabled={isSubmitted}
              options={[
                { value: '', label: t('templates.editor.chooseConnection') },
                ...connections.map(({ id, name }) => ({ value: id as string, label: name })),
              ]}
              onValueChange={(connectionId) => change({ connectionId })}
            />
          </Field>
          <Field
            label={t('templates.field.name')}
            help={t(isSubmitted ? 'templates.help.fixed' : 'templates.help.name')}
            error={problemText(problemAt('name'))}
            required
          >
            <Input
              value={content.name}
              maxLength={limits.name}
              disabled={isSubmitted}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => change({ name: event.target.value.toLowerCase().replace(/[\s-]/g, '_') })}
            />
          </Field>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={t('templates.field.language')} error={problemText(problemAt('language'))} required>
              <Select
                value={content.language}
                disabled={isSubmitted}
                options={
                  isSubmitted
                    ? [{ value: content.language, label: languageName(content.language, i18n.language) }]
                    : languageOptions(i18n.language)
                }
                onValueChange={(language) => change({ language })}
              />
            </Field>
            <Field label={t('templates.field.category')} error={problemText(problemAt('category'))} required>
              <Select
                value={content.category ?? ''}
                disabled={isLocked || original?.status === 'APPROVED'}
                onValueChange={(value) => change({ category: writableCategories.find((one) => one === value) ?? null })}
                options={[
                  { value: '', label: t('templates.category.none') },
                  ...writableCategories.map((value) => ({ value, label: t(`templates.category.${value}`) })),
                  ...(content.category === 'AUTHENTICATION'
                    ? [{ value: 'AUTHENTICATION', label: t('templates.category.AUTHENTICATION') }]
                    : []),
                ]}
              />
            </Field>
          </div>
          <p className="text-xs text-ink-muted">{t('templates.help.category')}</p>
          <HeaderFields editor={editor} disabled={isLocked} onFile={setHeaderUrl} />
          <Field label={t('templates.field.variables')}>
            <Select
              value={content.parameterFormat}
              disabled={isSubmitted}
              options={parameterFormats.map((value) => ({ value, label: t(`templates.format.${value}`, braces) }))}
              onValueChange={(value) =>
                change({ parameterFormat: parameterFormats.find((one) => one === value) ?? 'POSITIONAL' })
              }
            />
          </Field>
          <BodyField editor={editor} disabled={isLocked} />
          <Field
            label={t('templates.field.footer')}
            help={
              <span className="flex flex-wrap justify-between gap-2">
                <span>{t('templates.help.footer')}</span>
                <Counter text={content.footer} limit={limits.footer} />
              </span>
            }
            error={problemText(problemAt('footer'))}
          >
            <Input
              value={content.footer}
              disabled={isLocked}
              onChange={(event) => change({ footer: event.target.value })}
            />
          </Field>
          <ButtonsField editor={editor} disabled={isLocked} />
        </div>
        <div className="flex min-w-0 flex-col gap-3 md:sticky md:top-0 md:self-start">
          <Preview
            {...content}
            headerValues={content.headerExamples}
            bodyValues={content.bodyExamples}
            headerUrl={headerUrl}
          />
          {!isLocked && isDirty && open.length > 0 && (
            <p role="status" className="text-sm text-ink-muted">
              {t('templates.editor.problems', { count: open.length })}
            </p>
          )}
          {failed && (
            <p role="alert" className="text-sm text-danger">
              {failed.text}
              {failed.detail && <span className="block">{failed.detail}</span>}
            </p>
          )}
        </div>
      </form>
      <ConfirmDialog
        open={asking === 'submit'}
        onOpenChange={() => setAsking(undefined)}
        tone="neutral"
        title={t('templates.editor.confirmTitle', { name: content.name })}
        description={t(isSubmitted ? 'templates.editor.confirmChange' : 'templates.editor.confirmNew')}
        confirmLabel={t('templates.editor.submit')}
        onConfirm={send}
      />
      <ConfirmDialog
        open={asking === 'leave'}
        onOpenChange={() => setAsking(undefined)}
        title={t('templates.editor.leaveTitle')}
        description={t('templates.editor.leaveHelp')}
        confirmLabel={t('templates.editor.leave')}
        onConfirm={onClose}
      />
    </Dialog>
  )
}
