import { Button, Checkbox, Dialog, Field, Input, usePermission } from '@recado/sdk/ui'
import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { QueueOverview } from '../../base/contracts.ts'
import { ColorField } from '../../base/forms/ColorField.tsx'
import { QueueAttendanceFields } from '../../parts/rules/QueueAttendanceFields.tsx'
import { useFieldProblems } from '../../base/forms/use-field-problems.ts'
import { nobodyMoves, QueuePeople } from './QueuePeople.tsx'
import { useQueueActs, type QueueDraft } from '../../data/queues/use-queue-admin.ts'

/** Makes a queue, or changes it and who works in it. A queue whose people were refused is not made twice. */
export function QueueForm({ queue, onClose }: { queue?: QueueOverview; onClose(): void }) {
  const { t } = useTranslation('queues')
  const form = useId()
  const { save } = useQueueActs()
  const problems = useFieldProblems(save.error)
  const managesUsers = usePermission('users.manage')
  const [id, setId] = useState<string | undefined>(queue?.id)
  const [draft, setDraft] = useState<QueueDraft>({
    queue: queue?.queue ?? '',
    color: queue?.color ?? '#5c7c78',
    isActive: queue?.isActive ?? true,
    autoCloseMinutes: queue?.autoCloseMinutes ?? null,
    returnToQueueMinutes: queue?.returnToQueueMinutes ?? null,
    distribution: queue?.distribution ?? null,
  })
  const [people, setPeople] = useState(nobodyMoves)
  const [tried, setTried] = useState(false)
  const set = (change: Partial<QueueDraft>) => setDraft((now) => ({ ...now, ...change }))
  const name = draft.queue.trim()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (name !== '')
      save.mutate(
        {
          id,
          draft: { ...draft, queue: name },
          people: { add: [...people.add.keys()], remove: [...people.remove.keys()] },
          onSaved: setId,
        },
        { onSuccess: onClose },
      )
  }
  return (
    <Dialog
      title={queue ? t('queues.editTitle', { name: queue.queue }) : t('queues.add')}
      shape="sheet"
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('shell:action.cancel')}</Button>
          <Button type="submit" form={form} variant="primary" busy={save.isPending}>
            {t('shell:action.save')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="flex min-w-0 flex-col gap-4">
        {problems.general && (
          <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-list text-danger">
            {problems.general}
          </p>
        )}
        <Field
          label={t('field.name')}
          required
          error={problems.of['queue'] ?? (tried && name === '' ? t('shell:login.required') : undefined)}
        >
          <Input
            value={draft.queue}
            maxLength={100}
            autoFocus
            autoComplete="off"
            onChange={(event) => set({ queue: event.target.value })}
          />
        </Field>
        <ColorField label={t('field.color')} value={draft.color} onChange={(color) => set({ color })} />
        <div>
          <Checkbox
            checked={draft.isActive}
            onCheckedChange={(isActive) => set({ isActive })}
            label={t('queues.active')}
          />
          <p className="k-help">{t('queues.activeHelp')}</p>
        </div>
        <QueueAttendanceFields values={draft} errors={problems.of} onChange={set} />
        {managesUsers && <QueuePeople queueId={queue?.id} draft={people} onChange={setPeople} />}
      </form>
    </Dialog>
  )
}
