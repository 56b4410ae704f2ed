import { Checkbox, Field, FormDialog, Input, usePermission } from '@recado/sdk/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nameLengths, type QueueOverview } from '../../base/contracts.ts'
import { ColorField } from '../../base/forms/ColorField.tsx'
import { QueueAttendanceFields } from '../../parts/rules/QueueAttendanceFields.tsx'
import { useFieldProblems } from '../../base/forms/use-field-problems.ts'
import { nobodyMoves, QueuePeople } from './QueuePeople.tsx'
import { useQueueActs, type QueueDraft } from '../../data/queues/use-queue-admin.ts'

/** Makes a queue, or changes it and who works in it. A queue whose people were refused is not made twice. */
export function QueueForm({ queue, onClose }: { queue?: QueueOverview; onClose(): void }) {
  const { t } = useTranslation('queues')
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
  const submit = (): void => {
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
    <FormDialog
      title={queue ? t('queues.editTitle', { name: queue.queue }) : t('queues.add')}
      shape="sheet"
      busy={save.isPending}
      problem={problems.general}
      mistakes={save.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={t('field.name')}
        required
        error={problems.of['queue'] ?? (tried && name === '' ? t('shell:login.required') : undefined)}
      >
        <Input
          value={draft.queue}
          maxLength={nameLengths.queue}
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
    </FormDialog>
  )
}
