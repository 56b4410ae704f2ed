import {
  ApiError,
  Field,
  FormDialog,
  Input,
  Select,
  toast,
  useApi,
  useErrorText,
  usePermission,
  useWords,
} from '@recado/sdk/ui'
import type { Queue } from '@recado/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { keyPattern, maxKeyLength, type Scope } from '../../messages/limits.ts'
import type { QuickMessage } from '../../messages/quick-message.ts'
import { MessagePreview } from '../message-preview.tsx'
import { useWording } from '../use-wording.ts'
import { draftOf, inputsOf, newPart, problemsOf, type PartInput, type PartProblem } from './part-inputs.ts'
import { PartsEditor } from './parts-editor.tsx'
import { useSave } from './use-quick-messages.ts'

interface Head {
  readonly key: string
  readonly scope: Scope
  readonly queueId: string | null
}
const emptyHead: Head = { key: '', scope: 'personal', queueId: null }

interface Problems {
  readonly key?: string
  readonly queueId?: string
  readonly parts: ReadonlyMap<number, PartProblem>
}
const noProblems: Problems = { parts: new Map() }

/**
 * Editor of a new or existing message, with a preview for the customer. Unmounted when it closes, so that it starts
 * empty each time.
 */
export function Editor({ message, onClose }: { message: QuickMessage | undefined; onClose(): void }) {
  const { t } = useWords()
  const textOf = useErrorText()
  const api = useApi()
  const wording = useWording(undefined)
  const save = useSave()
  const mayManage = usePermission('manage')
  const [head, setHead] = useState<Head>(message ?? emptyHead)
  const [parts, setParts] = useState<readonly PartInput[]>(() => (message ? inputsOf(message.parts) : [newPart([])]))
  const [problems, setProblems] = useState(noProblems)
  const [refusal, setRefusal] = useState<unknown>()
  const queues = useQuery({
    queryKey: ['quick-messages', 'queues'],
    queryFn: ({ signal }) => api.get<Queue[]>('/queue', { signal }),
    enabled: mayManage && head.scope === 'queue',
  })
  const change = (part: Partial<Head>) => setHead((before) => ({ ...before, ...part }))

  const submit = async () => {
    const found: Problems = {
      ...(!keyPattern.test(head.key.trim()) && { key: t('invalid.key') }),
      ...(head.scope === 'queue' && head.queueId === null && { queueId: t('invalid.queue') }),
      parts: problemsOf(parts),
    }
    setProblems(found)
    setRefusal(undefined)
    if (found.key !== undefined || found.queueId !== undefined || found.parts.size > 0 || save.isPending) return
    try {
      await save.mutateAsync({
        id: message?.id,
        head: { key: head.key.trim(), scope: head.scope, queueId: head.scope === 'queue' ? head.queueId : null },
        ...draftOf(parts),
      })
      toast.success(t('editor.saved'))
      onClose()
    } catch (thrown) {
      if (ApiError.is(thrown) && thrown.code === 'ERR_FAST_REPLY_EXISTS')
        setProblems({ ...noProblems, key: textOf(thrown) })
      else setRefusal(thrown)
    }
  }

  const scopes: Scope[] = mayManage ? ['personal', 'global', 'queue'] : ['personal']
  const isBlank = parts.every(({ text, file }) => text === '' && file === null)
  return (
    <FormDialog
      title={t(message ? 'editor.edit' : 'editor.create')}
      shape="wide"
      busy={save.isPending}
      className="grid items-start gap-4 md:grid-cols-2"
      problem={refusal === undefined ? undefined : textOf(refusal)}
      mistakes={problems}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="flex min-w-0 flex-col gap-4">
        <Field label={t('field.key')} help={t('help.key')} error={problems.key} required>
          <Input
            value={head.key}
            maxLength={maxKeyLength}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => change({ key: event.target.value })}
          />
        </Field>
        <PartsEditor parts={parts} problems={problems.parts} onChange={setParts} />
        <p className="text-xs text-ink-muted">
          {t('help.message', {
            variables: wording.names.map((name) => `{{${name}}}`).join(' '),
            interpolation: { escapeValue: false },
          })}
        </p>
        <Field label={t('field.scope')} help={mayManage ? undefined : t('help.scope')}>
          <Select
            value={head.scope}
            disabled={!mayManage}
            options={scopes.map((scope) => ({ value: scope, label: t(`scope.${scope}`) }))}
            onValueChange={(scope) => change({ scope: scopes.find((one) => one === scope) ?? 'personal' })}
          />
        </Field>
        {head.scope === 'queue' && (
          <Field
            label={t('field.queue')}
            error={problems.queueId ?? (queues.isError ? textOf(queues.error) : undefined)}
            required
          >
            <Select
              value={head.queueId ?? ''}
              options={[
                { value: '', label: t('editor.chooseQueue') },
                ...(queues.data ?? []).map(({ id: value, queue }) => ({ value, label: queue })),
              ]}
              onValueChange={(queueId) => change({ queueId: queueId || null })}
            />
          </Field>
        )}
      </div>
      <section aria-label={t('editor.preview')} className="flex min-w-0 flex-col gap-2 md:sticky md:top-0">
        <h3 className="text-sm font-medium">{t('editor.preview')}</h3>
        {isBlank ? (
          <p className="rounded-md border border-line p-3 text-ink-muted">{t('editor.previewEmpty')}</p>
        ) : (
          <MessagePreview
            parts={parts.filter(({ text, file }) => text !== '' || file !== null)}
            facts={wording.facts()}
          />
        )}
      </section>
    </FormDialog>
  )
}
