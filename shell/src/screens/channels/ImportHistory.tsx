import { isSupported } from '@recado/sdk/client'
import { Checkbox, DateField, FormDialog, useErrorText } from '@recado/sdk/ui'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelTypeInfo, Connection } from '../../base/contracts.ts'
import { dayOf } from '../../base/i18n/calendar-days.ts'
import { importDatesFault, spanOf } from './import-dates.ts'
import type { ImportInput } from '../../data/channels/use-connections.ts'

const monthMs = 30 * 86_400_000

/**
 * History and contacts that a connection imports (S3-043). A channel that supports only one of both offers no choice.
 */
export function ImportHistory({
  connection,
  capabilities,
  onImport,
  onClose,
}: {
  connection: Connection
  capabilities: ChannelTypeInfo['capabilities']
  onImport(input: ImportInput): Promise<unknown>
  onClose(): void
}) {
  const { t } = useTranslation('settings')
  const hint = useId()
  const textOf = useErrorText()
  const [today] = useState(() => dayOf(new Date()))
  const [since, setSince] = useState<string | null>(() => dayOf(new Date(Date.now() - monthMs)))
  const [until, setUntil] = useState<string | null>(today)
  const [hasMessages, hasContacts] = [isSupported(capabilities.history.level), isSupported(capabilities.contacts)]
  const [messages, setMessages] = useState(hasMessages)
  const [contacts, setContacts] = useState(!hasMessages)
  const [groupMessages, setGroupMessages] = useState(false)
  const [closeTickets, setCloseTickets] = useState(true)
  const [tries, setTries] = useState(0)
  const start = useMutation({ mutationFn: onImport, onSuccess: onClose })
  // An invalid date is reported at its field.
  const fault =
    !messages || since === null || until === null
      ? undefined
      : importDatesFault(since, until, today, capabilities.history.maxAgeDays)
  const submit = () => {
    setTries(tries + 1)
    if ((messages || contacts) && fault === undefined && since !== null && until !== null)
      start.mutate({ ...spanOf(since, until), messages, groupMessages, closeTickets, contacts })
  }
  const problem =
    tries > 0 && fault
      ? t(`channels.import.fault.${fault}`, { days: capabilities.history.maxAgeDays })
      : start.isError
        ? textOf(start.error)
        : undefined
  const nothing = tries > 0 && !messages && !contacts
  return (
    <FormDialog
      title={t('channels.import.title', { name: connection.name })}
      description={t('channels.import.detail')}
      submitLabel={t('channels.import.submit')}
      busy={start.isPending}
      mistakes={start.error ?? tries}
      onSubmit={submit}
      onClose={onClose}
    >
      {hasMessages && hasContacts && (
        <Checkbox checked={messages} onCheckedChange={setMessages} label={t('channels.import.messages')} />
      )}
      {messages && (
        <div className={hasContacts ? 'flex flex-col gap-4 border-l-2 border-line pl-4' : 'flex flex-col gap-4'}>
          <div className="grid items-start gap-4 pane:grid-cols-2">
            <DateField
              label={t('channels.import.since')}
              error={problem}
              required
              value={since}
              max={today}
              autoFocus
              onValueChange={setSince}
            />
            <DateField label={t('channels.import.until')} required value={until} max={today} onValueChange={setUntil} />
          </div>
          {capabilities.groups !== 'rejected' && (
            <Checkbox checked={groupMessages} onCheckedChange={setGroupMessages} label={t('channels.import.groups')} />
          )}
          <Checkbox checked={closeTickets} onCheckedChange={setCloseTickets} label={t('channels.import.close')} />
        </div>
      )}
      {hasContacts && (
        <div>
          <Checkbox
            checked={contacts}
            onCheckedChange={setContacts}
            label={t('channels.import.contacts')}
            aria-describedby={hint}
          />
          <p id={hint} className="mt-0.5 pl-7 text-list text-ink-muted">
            {t('channels.import.contactsHint')}
          </p>
        </div>
      )}
      {nothing && (
        <p role="alert" className="k-field-error">
          {t('channels.import.fault.nothing')}
        </p>
      )}
      {!messages && start.isError && (
        <p role="alert" className="k-field-error">
          {textOf(start.error)}
        </p>
      )}
    </FormDialog>
  )
}
