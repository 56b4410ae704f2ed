import { Button, ConfirmDialog, Dialog, ErrorState, Skeleton, Tabs, toast, usePermission } from '@recado/sdk/ui'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { shownAttributes, wrongAttributes } from '../attributes/attribute-draft.ts'
import { AttributeFields } from '../attributes/AttributeFields.tsx'
import { useAttributes } from '../../data/attributes/use-attributes.ts'
import {
  bareDocument,
  contactDetails,
  isContactDetail,
  type ContactRecord,
  type Localized,
} from '../../base/contracts.ts'
import { useLocalized } from '../../base/i18n/use-localized.ts'
import { PictureField } from '../../base/pictures/PictureField.tsx'
import { changesOf, creationOf, draftOf, type ContactDraft } from './contact-draft.ts'
import { ContactData } from './ContactData.tsx'
import { ContactDetailFields } from './ContactDetailFields.tsx'
import { ContactExtras } from './ContactExtras.tsx'
import { ContactNotes } from './ContactNotes.tsx'
import { useContactProblems } from './use-contact-problems.ts'
import { useContactActs, useContactRecord } from '../../data/contacts/use-contacts.ts'

const parts = ['data', 'profile', 'attributes', 'extras', 'notes'] as const
export type ContactPart = (typeof parts)[number]
/** Part of the form with a field, so that a refusal opens it. */
const partOf = (field: string): ContactPart =>
  field.startsWith('attributes')
    ? 'attributes'
    : field.startsWith('extraInfo')
      ? 'extras'
      : isContactDetail(field)
        ? contactDetails[field].form.part
        : 'data'

/** S2-099: an existing contact, loaded again before it is changed. */
export function EditContact({ contactId, part, onClose }: { contactId: string; part?: ContactPart; onClose(): void }) {
  const { t } = useTranslation('contacts')
  const query = useContactRecord(contactId)
  // The form compares with the first loaded state; pushes do not change it while it is edited.
  const [first, setFirst] = useState(query.isFetching ? undefined : query.data)
  useEffect(() => {
    if (!query.isFetching && query.data) setFirst((known) => known ?? query.data)
  }, [query.isFetching, query.data])
  if (first)
    return <ContactForm contact={first} notes={query.data?.notes ?? first.notes} part={part} onClose={onClose} />
  return (
    <Dialog
      title={t('form.editing')}
      shape="sheet"
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      {query.isError ? (
        <ErrorState what={t('form.what')} error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton lines={8} />
      )}
    </Dialog>
  )
}

/**
 * Writes a contact down, or changes one; for reading without `contacts.write`. Nothing that was typed is lost on a
 * refusal, nor by closing without being asked.
 */
export function ContactForm({
  contact,
  notes = [],
  part: first = 'data',
  name = '',
  onClose,
}: {
  contact?: ContactRecord
  notes?: ContactRecord['notes']
  part?: ContactPart | undefined
  name?: string
  onClose(): void
}) {
  const { t } = useTranslation('contacts')
  const localized = useLocalized()
  const form = useId()
  const acts = useContactActs()
  const mayWrite = usePermission('contacts.write')
  const attributes = shownAttributes(useAttributes('contact'), contact?.attributes ?? {})
  const [before] = useState(() => draftOf(contact))
  const [draft, setDraft] = useState({ ...before, name: before.name || name })
  const [part, setPart] = useState<ContactPart>(first)
  const [tried, setTried] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const save = contact ? acts.change : acts.create
  const refused = useContactProblems(save.error)
  const problems = { ...refused.of, ...(tried ? wrongIn(draft, t, localized) : {}) }
  const changes = contact ? changesOf(before, draft) : creationOf(draft)
  const isTouched = contact ? Object.keys(changes).length > 0 : Object.keys(changes).length > 1 || draft.name !== name
  const leave = (): void => {
    if (isTouched && !save.isPending) setLeaving(true)
    else if (!save.isPending) onClose()
  }
  const body = useRef<HTMLFormElement>(null)
  const showFirst = (fields: readonly string[]): void => {
    if (fields[0] === undefined) return
    setPart(partOf(fields[0]))
    requestAnimationFrame(() => body.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
  }
  const onError = (error: unknown): void =>
    showFirst(
      ((error as { facts?: { issues?: readonly { path: string }[] } }).facts?.issues ?? []).map(({ path }) =>
        path.replace(/^body\./, ''),
      ),
    )
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    const wrong = Object.keys(wrongIn(draft, t, localized))
    if (wrong.length > 0) return showFirst(wrong)
    if (!isTouched && contact) return onClose()
    if (contact)
      acts.change.mutate(
        { id: contact.id, ...changes },
        {
          onSuccess: ({ name: saved }) => {
            toast.success(t('done.saved', { name: saved }))
            onClose()
          },
          onError,
        },
      )
    else acts.create.mutate(creationOf(draft), { onSuccess: onClose, onError })
  }
  const set = (change: Partial<ContactDraft>) => setDraft((now) => ({ ...now, ...change }))
  return (
    <>
      <Dialog
        title={!contact ? t('form.new') : mayWrite ? t('form.edit', { name: contact.name }) : contact.name}
        shape="sheet"
        open
        onOpenChange={(open) => {
          if (!open) leave()
        }}
        footer={
          !mayWrite ? (
            <Button onClick={onClose}>{t('sync.close')}</Button>
          ) : (
            <>
              <Button onClick={leave}>{t('shell:action.cancel')}</Button>
              <Button type="submit" form={form} variant="primary" busy={save.isPending}>
                {t('shell:action.save')}
              </Button>
            </>
          )
        }
      >
        <form ref={body} id={form} noValidate onSubmit={submit} className="flex min-w-0 flex-col gap-3">
          {contact && mayWrite && (
            <PictureField
              name={contact.name}
              src={(acts.picture.data ?? contact).profilePicUrl}
              busy={acts.picture.isPending}
              onChange={(file) => acts.picture.mutate({ id: contact.id, file })}
            />
          )}
          {contact && (
            <p className="text-xs text-ink-muted">{t('form.since', { date: new Date(contact.createdAt) })}</p>
          )}
          {refused.general && (
            <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-list text-danger">
              {refused.general}
            </p>
          )}
          <Tabs
            value={part}
            onValueChange={(value) => setPart(value as ContactPart)}
            label={t('form.parts')}
            tabs={parts
              .filter((one) => (one === 'notes' ? contact : one !== 'attributes' || attributes.length > 0))
              .map((value) => ({ value, label: t(`form.part.${value}`) }))}
          >
            <fieldset disabled={!mayWrite} className="min-w-0 pt-3">
              {part === 'data' && <ContactData draft={draft} set={set} problems={problems} />}
              {part === 'profile' && <ContactDetailFields part="profile" draft={draft} set={set} problems={problems} />}
              {part === 'attributes' && (
                <AttributeFields
                  definitions={attributes}
                  draft={draft.attributes}
                  errors={Object.fromEntries(attributes.map(({ key }) => [key, problems[`attributes.${key}`]]))}
                  onChange={(values) => set({ attributes: values })}
                />
              )}
              {part === 'extras' && <ContactExtras draft={draft} set={set} problems={problems} />}
              {part === 'notes' && contact && <ContactNotes contactId={contact.id} notes={notes} />}
            </fieldset>
          </Tabs>
        </form>
      </Dialog>
      <ConfirmDialog
        title={t('form.discard')}
        description={t('form.discardDetail')}
        confirmLabel={t('form.discardSubmit')}
        open={leaving}
        onOpenChange={setLeaving}
        onConfirm={onClose}
      />
    </>
  )
}

/** Mistakes that are detected before anything is sent. */
function wrongIn(
  draft: ContactDraft,
  t: (key: string) => string,
  localized: (text: Localized) => string,
): Record<string, string> {
  return {
    ...(draft.name.trim() === '' && { name: t('problem.name') }),
    ...(draft.birthdayDate === null && { birthdayDate: localized(contactDetails.birthdayDate.problem) }),
    ...(draft.document !== '' &&
      bareDocument(draft.document) === undefined && { document: localized(contactDetails.document.problem) }),
    ...Object.fromEntries(
      wrongAttributes(draft.attributes).map((key) => [`attributes.${key}`, t('problem.attribute')]),
    ),
    ...(draft.extraInfo.some(({ description, info }) => description.trim() === '' && info.trim() !== '') && {
      extraInfo: t('problem.extraInfo'),
    }),
  }
}
