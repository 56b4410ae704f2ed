import { Checkbox, Dialog, Button, Field, Input, usePermission, useErrorText } from '@recado/sdk/ui'
import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContactSegment, ContactSegmentFilter } from '../../../base/contracts.ts'
import { useSegmentActs } from '../../../data/segments/use-segments.ts'

/** Gives a filter of contacts a name, or a segment another one. */
export function SaveSegment({
  segment,
  filter,
  onSaved,
  onClose,
}: {
  segment?: ContactSegment
  filter: ContactSegmentFilter
  onSaved(segment: ContactSegment): void
  onClose(): void
}) {
  const { t } = useTranslation('contacts')
  const form = useId()
  const textOf = useErrorText()
  const mayShare = usePermission('segments.share')
  const { save } = useSegmentActs()
  const [name, setName] = useState(segment?.name ?? '')
  const [shared, setShared] = useState(segment?.shared ?? false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '')
      save.mutate(
        { id: segment?.id, name: name.trim(), shared, filter },
        {
          onSuccess: (saved) => {
            onClose()
            onSaved(saved)
          },
        },
      )
  }
  return (
    <Dialog
      title={t(segment ? 'segment.rename' : 'segment.save')}
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('shell:action.cancel')}</Button>
          <Button type="submit" form={form} variant="primary" busy={save.isPending} disabled={name.trim() === ''}>
            {t('shell:action.save')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="flex min-w-0 flex-col gap-4">
        <Field label={t('segment.name')} required>
          <Input
            value={name}
            maxLength={60}
            autoFocus
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        {mayShare && (
          <div>
            <Checkbox label={t('segment.shared')} checked={shared} onCheckedChange={setShared} />
            <p className="k-help">{t('segment.sharedHelp')}</p>
          </div>
        )}
        {save.isError && (
          <p role="alert" className="text-list text-danger">
            {textOf(save.error)}
          </p>
        )}
      </form>
    </Dialog>
  )
}
