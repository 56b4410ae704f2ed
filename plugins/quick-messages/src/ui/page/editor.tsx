import { ApiError, Button, Dialog, Field, Input, Select, Textarea, toast, useApi, useErrorText, usePermission, useWords } from '@recado/sdk/ui'
import type { Queue } from '@recado/sdk'
import { useQuery } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { keyPattern, maxFileBytes, maxKeyLength, maxTextLength, type Scope } from '../../messages/limits.ts'
import type { QuickMessage } from '../../messages/quick-message.ts'
import { render, variableNames } from '../../messages/variables.ts'
import { useFacts } from '../use-facts.ts'
import { useSave, type Draft, type SaveRequest } from './use-quick-messages.ts'

const emptyDraft: Draft = { key: '', message: '', scope: 'personal', queueId: null }

type Problems = Partial<Record<'key' | 'message' | 'queueId' | 'file', string>>

/** Creates or changes one message, with a preview of what the customer would read. Gone when it closes, so it starts anew each time. */
export function Editor({ message, onClose }: { message: QuickMessage | undefined; onClose(): void }) {
  const { t } = useWords()
  const textOf = useErrorText()
  const api = useApi()
  const form = useId()
  const facts = useFacts()
  const save = useSave()
  const mayManage = usePermission('manage')
  const [id, setId] = useState(message?.id)
  const [draft, setDraft] = useState<Draft>(message ?? emptyDraft)
  const [file, setFile] = useState<SaveRequest['file']>('keep')
  const [problems, setProblems] = useState<Problems>({})
  const [refusal, setRefusal] = useState<unknown>()
  const queues = useQuery({ queryKey: ['quick-messages', 'queues'], queryFn: ({ signal }) => api.get<Queue[]>('/queue', { signal }), enabled: mayManage && draft.scope === 'queue' })
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))

  const check = (): Problems => ({
    ...(keyPattern.test(draft.key.trim()) ? {} : { key: t('invalid.key') }),
    ...(draft.message.trim() === '' ? { message: t('invalid.message') } : {}),
    ...(draft.scope === 'queue' && draft.queueId === null ? { queueId: t('invalid.queue') } : {}),
    ...(file instanceof File && file.size > maxFileBytes ? { file: t('invalid.file') } : {}),
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = check()
    setProblems(found)
    setRefusal(undefined)
    if (Object.keys(found).length > 0 || save.isPending) return
    try {
      const { key, message: text, scope, queueId } = draft
      const { saved, fileError } = await save.mutateAsync({ id, draft: { key: key.trim(), message: text, scope, queueId: scope === 'queue' ? queueId : null }, file })
      if (fileError !== undefined) {
        setId(saved.id)
        return setProblems({ file: textOf(fileError) })
      }
      toast.success(t('editor.saved'))
      onClose()
    } catch (thrown) {
      if (ApiError.is(thrown) && thrown.code === 'ERR_FAST_REPLY_EXISTS') setProblems({ key: textOf(thrown) })
      else setRefusal(thrown)
    }
  }

  const scopes: Scope[] = mayManage ? ['personal', 'global', 'queue'] : ['personal']
  const attached = file === 'keep' ? message?.file?.name : file?.name
  return (
    <Dialog
      open onOpenChange={(open) => { if (!open) onClose() }} shape="wide" title={t(id === undefined ? 'editor.create' : 'editor.edit')}
      footer={<><Button onClick={onClose}>{t('editor.cancel')}</Button><Button type="submit" form={form} variant="primary" busy={save.isPending}>{t('editor.save')}</Button></>}
    >
      <form id={form} className="grid gap-4 md:grid-cols-2" noValidate onSubmit={(event) => void submit(event)}>
        <div className="flex flex-col gap-4">
          <Field label={t('field.key')} help={t('help.key')} error={problems.key} required><Input value={draft.key} maxLength={maxKeyLength} autoComplete="off" spellCheck={false} onChange={(event) => change({ key: event.target.value })} /></Field>
          <Field label={t('field.message')} help={t('help.message', { variables: variableNames.map((name) => `{{${name}}}`).join(' '), interpolation: { escapeValue: false } })} error={problems.message} required>
            <Textarea rows={5} value={draft.message} maxLength={maxTextLength} onChange={(event) => change({ message: event.target.value })} />
          </Field>
          <Field label={t('field.scope')} help={mayManage ? undefined : t('help.scope')}>
            <Select value={draft.scope} disabled={!mayManage} options={scopes.map((scope) => ({ value: scope, label: t(`scope.${scope}`) }))} onValueChange={(scope) => change({ scope: scopes.find((one) => one === scope) ?? 'personal' })} />
          </Field>
          {draft.scope === 'queue' && (
            <Field label={t('field.queue')} error={problems.queueId ?? (queues.isError ? textOf(queues.error) : undefined)} required>
              <Select value={draft.queueId ?? ''} options={[{ value: '', label: t('editor.chooseQueue') }, ...(queues.data ?? []).map(({ id: value, queue }) => ({ value, label: queue }))]} onValueChange={(queueId) => change({ queueId: queueId || null })} />
            </Field>
          )}
          <Field label={t('field.file')} help={t('help.file')} error={problems.file}><Input type="file" onChange={(event) => setFile(event.target.files?.[0] ?? 'keep')} /></Field>
          {attached !== undefined && <p className="flex items-center gap-2 text-sm"><span className="truncate">{attached}</span><Button size="small" variant="ghost" onClick={() => setFile(null)}>{t('editor.removeFile')}</Button></p>}
        </div>
        <section aria-label={t('editor.preview')} className="flex flex-col gap-2">
          <h3 className="text-sm font-medium">{t('editor.preview')}</h3>
          <p className="min-h-24 whitespace-pre-wrap break-words rounded-md border border-line p-3" dir="auto">{render(draft.message, facts) || <span className="text-ink-muted">{t('editor.previewEmpty')}</span>}</p>
        </section>
        {refusal !== undefined && <p role="alert" className="md:col-span-2">{textOf(refusal)}</p>}
      </form>
    </Dialog>
  )
}
