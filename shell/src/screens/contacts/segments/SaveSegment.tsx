import { Checkbox, Field, FormDialog, Input, usePermission, useErrorText } from '@recado/sdk/ui'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ContactSegment, type ContactSegmentFilter, nameLengths } from '../../../base/contracts.ts'
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
  const input = useRef<HTMLInputElement>(null)
  const textOf = useErrorText()
  const mayShare = usePermission('segments.share')
  const { save } = useSegmentActs()
  const given = { name: segment?.name ?? '', shared: segment?.shared ?? false }
  const [name, setName] = useState(given.name)
  const [shared, setShared] = useState(given.shared)
  const submit = () => {
    if (name.trim() === '') input.current?.focus()
    else
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
    <FormDialog
      title={t(segment ? 'segment.rename' : 'segment.save')}
      busy={save.isPending}
      problem={save.isError ? textOf(save.error) : undefined}
      isChanged={name !== given.name || shared !== given.shared}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t('segment.name')} required>
        <Input
          ref={input}
          value={name}
          maxLength={nameLengths.segment}
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
    </FormDialog>
  )
}
