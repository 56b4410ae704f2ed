import { Button, Field, FormDialog, Icon, Input, Select, toast, useApi, useErrorText, useWords } from '@recado/sdk/ui'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { maxName, maxParticipants } from '../../groups/limits.ts'
import { useGroupChannels } from '../use-group.ts'
import { ContactPicker, type PickedContact } from './contact-picker.tsx'

interface Created {
  readonly name: string
  readonly people: readonly { readonly outcome: string }[]
}

/** A button and its form: a group of contacts, made through one of the company's channels (S5-051 to S5-054). */
export function NewGroup({ withContact }: { withContact: PickedContact }) {
  const { t } = useWords()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" icon={<Icon name="users" size={15} />} onClick={() => setOpen(true)}>
        {t('create.open')}
      </Button>
      {isOpen && <Form withContact={withContact} onClose={() => setOpen(false)} />}
    </>
  )
}

function Form({ withContact, onClose }: { withContact: PickedContact; onClose(): void }) {
  const { t } = useWords()
  const api = useApi()
  const textOf = useErrorText()
  const key = useId() + withContact.id
  const [attempt] = useState(() => `${key}:${performance.now()}`.slice(-64))
  const [name, setName] = useState('')
  const [connectionId, setConnectionId] = useState('')
  const [contacts, setContacts] = useState<readonly PickedContact[]>([withContact])
  const [tries, setTries] = useState(0)
  const channels = useGroupChannels(true)
  const offered = channels.data?.channels ?? []
  const chosen = connectionId || (offered.length === 1 ? offered[0]!.id : '')
  const create = useMutation({
    mutationFn: () =>
      api.post<Created>('groups', {
        name,
        connectionId: chosen,
        contactIds: contacts.map(({ id }) => id),
        key: attempt,
      }),
    onSuccess: (made) => {
      const missing = made.people.filter(({ outcome }) => outcome !== 'done').length
      toast.success(t('create.created', { name: made.name }))
      if (missing > 0) toast.error(t('create.missing', { count: missing }))
      onClose()
    },
  })
  const tooMany = contacts.length > maxParticipants
  const submit = (): void => {
    setTries(tries + 1)
    if (name.trim() !== '' && chosen !== '' && contacts.length > 0 && !tooMany) create.mutate()
  }
  return (
    <FormDialog
      title={t('create.title')}
      submitLabel={t('create.create')}
      busy={create.isPending}
      problem={create.isError ? textOf(create.error) : undefined}
      mistakes={create.error ?? tries}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={t('create.name')}
        required
        error={tries > 0 && name.trim() === '' ? t('create.nameRequired') : undefined}
      >
        <Input autoFocus value={name} maxLength={maxName} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field
        label={t('create.channel')}
        required
        help={channels.isSuccess && offered.length === 0 ? t('create.noChannel') : undefined}
        error={
          channels.isError
            ? textOf(channels.error)
            : tries > 0 && chosen === ''
              ? t('create.channelRequired')
              : undefined
        }
      >
        <Select
          value={chosen}
          onValueChange={setConnectionId}
          options={[
            { value: '', label: t('create.choose') },
            ...offered.map(({ id, name: label, isConnected }) => ({
              value: id,
              label: isConnected ? label : t('create.offline', { name: label }),
            })),
          ]}
        />
      </Field>
      <ContactPicker
        chosen={contacts}
        onChange={setContacts}
        error={
          tries > 0 && contacts.length === 0
            ? t('create.contactsRequired')
            : tooMany
              ? t('create.tooMany', { most: maxParticipants })
              : undefined
        }
      />
    </FormDialog>
  )
}
