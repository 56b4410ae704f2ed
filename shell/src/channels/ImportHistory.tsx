import { Button, Checkbox, DateField, Dialog, useErrorText } from '@recado/sdk/ui'
import { useMutation } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelTypeInfo, Connection } from '../contracts.ts'
import { dayOf, importDatesFault, spanOf } from './import-dates.ts'
import type { ImportInput } from './use-connections.ts'

const monthMs = 30 * 86_400_000

/** What of the past a connection brings in (S3-043). */
export function ImportHistory({ connection, capabilities, onImport, onClose }: { connection: Connection; capabilities: ChannelTypeInfo['capabilities']; onImport(input: ImportInput): Promise<unknown>; onClose(): void }) {
  const { t } = useTranslation('settings')
  const form = useId()
  const textOf = useErrorText()
  const [today] = useState(() => dayOf(new Date()))
  const [since, setSince] = useState<string | null>(() => dayOf(new Date(Date.now() - monthMs)))
  const [until, setUntil] = useState<string | null>(today)
  const [groupMessages, setGroupMessages] = useState(false)
  const [closeTickets, setCloseTickets] = useState(true)
  const [tried, setTried] = useState(false)
  const start = useMutation({ mutationFn: onImport, onSuccess: onClose })
  // What is no date says so at its field.
  const fault = since === null || until === null ? undefined : importDatesFault(since, until, today, capabilities.history.maxAgeDays)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (fault === undefined && since !== null && until !== null) start.mutate({ ...spanOf(since, until), groupMessages, closeTickets })
  }
  const problem = tried && fault ? t(`channels.import.fault.${fault}`, { days: capabilities.history.maxAgeDays }) : start.isError ? textOf(start.error) : undefined
  return (
    <Dialog
      title={t('channels.import.title', { name: connection.name })} description={t('channels.import.detail')} open onOpenChange={(open) => { if (!open) onClose() }}
      footer={<>
        <Button onClick={onClose}>{t('shell:action.cancel')}</Button>
        <Button type="submit" form={form} variant="primary" busy={start.isPending}>{t('channels.import.submit')}</Button>
      </>}
    >
      <form id={form} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <div className="grid items-start gap-4 pane:grid-cols-2">
          <DateField label={t('channels.import.since')} error={problem} required value={since} max={today} autoFocus onValueChange={setSince} />
          <DateField label={t('channels.import.until')} required value={until} max={today} onValueChange={setUntil} />
        </div>
        {capabilities.groups !== 'rejected' && <Checkbox checked={groupMessages} onCheckedChange={setGroupMessages} label={t('channels.import.groups')} />}
        <Checkbox checked={closeTickets} onCheckedChange={setCloseTickets} label={t('channels.import.close')} />
      </form>
    </Dialog>
  )
}
