import { Button, Checkbox, Dialog, Field, Input } from '@recado/sdk/ui'
import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { TagOverview } from '../../base/contracts.ts'
import { ColorField } from '../../base/forms/ColorField.tsx'
import { useFieldProblems } from '../../base/forms/use-field-problems.ts'
import { useTagActs, type TagDraft } from '../../data/tags/use-tag-admin.ts'

/** Makes a tag or changes one (S3-025). */
export function TagForm({ tag, onClose }: { tag?: TagOverview; onClose(): void }) {
  const { t } = useTranslation('queues')
  const form = useId()
  const { save } = useTagActs()
  const problems = useFieldProblems(save.error)
  const [draft, setDraft] = useState<TagDraft>({
    tag: tag?.tag ?? '',
    color: tag?.color ?? '#5c7c78',
    isActive: tag?.isActive ?? true,
  })
  const [tried, setTried] = useState(false)
  const set = (change: Partial<TagDraft>) => setDraft((now) => ({ ...now, ...change }))
  const name = draft.tag.trim()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (name !== '') save.mutate({ ...draft, tag: name, id: tag?.id }, { onSuccess: onClose })
  }
  return (
    <Dialog
      title={tag ? t('tags.editTitle', { name: tag.tag }) : t('tags.add')}
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
          error={problems.of['tag'] ?? (tried && name === '' ? t('shell:login.required') : undefined)}
        >
          <Input
            value={draft.tag}
            maxLength={60}
            autoFocus
            autoComplete="off"
            onChange={(event) => set({ tag: event.target.value })}
          />
        </Field>
        <ColorField label={t('field.color')} value={draft.color} onChange={(color) => set({ color })} />
        <div>
          <Checkbox
            checked={draft.isActive}
            onCheckedChange={(isActive) => set({ isActive })}
            label={t('tags.active')}
          />
          <p className="k-help">{t('tags.activeHelp')}</p>
        </div>
      </form>
    </Dialog>
  )
}
