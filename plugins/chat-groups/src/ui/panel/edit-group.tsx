import {
  Button,
  Field,
  FormDialog,
  Input,
  Textarea,
  toast,
  useErrorText,
  useFieldErrors,
  useWords,
} from '@recado/sdk/ui'
import { useRef, useState } from 'react'
import type { Group } from '../../groups/group.ts'
import { maxName, maxPictureBytes } from '../../groups/limits.ts'
import { useGroupActs } from '../use-group.ts'

/** Name, description (S5-055, S5-056) and picture (S5-043) of a group. */
export function EditGroup({ ticketId, group, onClose }: { ticketId: string; group: Group; onClose(): void }) {
  const { t } = useWords()
  const textOf = useErrorText()
  const { change, picture } = useGroupActs(ticketId)
  const [name, setName] = useState(group.name)
  const [description, setDescription] = useState(group.description ?? '')
  const [tries, setTries] = useState(0)
  const problems = useFieldErrors()(change.error)
  const file = useRef<HTMLInputElement>(null)
  const submit = (): void => {
    setTries(tries + 1)
    if (name.trim() === '' || description.trim() === '') return
    change.mutate({ name, description }, { onSuccess: onClose })
  }
  const choose = (chosen: File | undefined): void => {
    if (!chosen) return
    if (chosen.size > maxPictureBytes) toast.error(t('picture.tooLarge'))
    else picture.mutate(chosen)
    file.current!.value = ''
  }
  return (
    <FormDialog
      title={t('edit.title')}
      busy={change.isPending}
      problem={change.isError ? textOf(change.error) : undefined}
      mistakes={change.error ?? tries}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={t('edit.name')}
        required
        error={tries > 0 && name.trim() === '' ? t('edit.nameRequired') : problems['name']}
      >
        <Input value={name} maxLength={maxName} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field
        label={t('edit.description')}
        required
        error={tries > 0 && description.trim() === '' ? t('edit.descriptionRequired') : problems['description']}
      >
        <Textarea
          rows={4}
          value={description}
          maxLength={group.maxDescription}
          onChange={(event) => setDescription(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        <input
          ref={file}
          type="file"
          className="sr-only"
          accept="image/jpeg,image/png,image/webp"
          aria-label={t('picture.choose')}
          tabIndex={-1}
          onChange={(event) => choose(event.target.files?.[0])}
        />
        <Button size="small" busy={picture.isPending} onClick={() => file.current?.click()}>
          {t('picture.choose')}
        </Button>
        <Button size="small" variant="ghost" disabled={picture.isPending} onClick={() => picture.mutate(null)}>
          {t('picture.remove')}
        </Button>
      </div>
    </FormDialog>
  )
}
