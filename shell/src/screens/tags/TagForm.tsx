import { Checkbox, Field, FormDialog, Input } from '@recado/sdk/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nameLengths, type TagOverview } from '../../base/contracts.ts'
import { ColorField } from '../../base/forms/ColorField.tsx'
import { useFieldProblems } from '../../base/forms/use-field-problems.ts'
import { useTagActs, type TagDraft } from '../../data/tags/use-tag-admin.ts'

/** Makes a tag or changes one (S3-025). */
export function TagForm({ tag, onClose }: { tag?: TagOverview; onClose(): void }) {
  const { t } = useTranslation('queues')
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
  const submit = (): void => {
    setTried(true)
    if (name !== '') save.mutate({ ...draft, tag: name, id: tag?.id }, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={tag ? t('tags.editTitle', { name: tag.tag }) : t('tags.add')}
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
        error={problems.of['tag'] ?? (tried && name === '' ? t('shell:login.required') : undefined)}
      >
        <Input
          value={draft.tag}
          maxLength={nameLengths.tag}
          autoFocus
          autoComplete="off"
          onChange={(event) => set({ tag: event.target.value })}
        />
      </Field>
      <ColorField label={t('field.color')} value={draft.color} onChange={(color) => set({ color })} />
      <div>
        <Checkbox checked={draft.isActive} onCheckedChange={(isActive) => set({ isActive })} label={t('tags.active')} />
        <p className="k-help">{t('tags.activeHelp')}</p>
      </div>
    </FormDialog>
  )
}
