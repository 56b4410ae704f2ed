import { DateTimeField, Field, Select, toast } from '@recado/sdk/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormSheet, useFormSheet } from '../../base/forms/FormSheet.tsx'
import { useReplays } from './use-webhooks.ts'

const longestMs = 31 * 86_400_000
type Which = 'failed' | 'all'

/** Milliseconds of a moment as the field has it; undefined for none. */
const instantOf = (value: string | null): number | undefined =>
  value === null || value === '' ? undefined : new Date(value).getTime()

/** Sends what an endpoint was told in a span of time again. */
export function ReplaySpan({ endpointId, onClose }: { endpointId: string; onClose(): void }) {
  const { t } = useTranslation('webhooks')
  const sheet = useFormSheet(onClose)
  const { span } = useReplays(endpointId)
  const [since, setSince] = useState<string | null>('')
  const [until, setUntil] = useState<string | null>('')
  const [which, setWhich] = useState<Which>('failed')
  const [tried, setTried] = useState(false)
  const [from, to] = [instantOf(since), instantOf(until)]
  const isRight = from !== undefined && to !== undefined && to > from && to - from <= longestMs
  const submit = () => {
    setTried(true)
    if (!isRight) return
    void sheet.send(async () => {
      const { count } = await span.mutateAsync({
        since: new Date(from).toISOString(),
        until: new Date(to).toISOString(),
        only: which,
      })
      toast.success(t('span.done', { count }))
    })
  }
  return (
    <FormSheet sheet={sheet} title={t('span.title')} action={t('span.submit')} onSubmit={submit} onClose={onClose}>
      <DateTimeField label={t('span.since')} required value={since} onValueChange={setSince} />
      <DateTimeField
        label={t('span.until')}
        required
        error={tried && !isRight ? t('span.wrong') : undefined}
        value={until}
        onValueChange={setUntil}
      />
      <Field label={t('span.which')}>
        <Select
          value={which}
          onValueChange={(value) => setWhich(value as Which)}
          options={[
            { value: 'failed', label: t('span.failed') },
            { value: 'all', label: t('span.all') },
          ]}
        />
      </Field>
    </FormSheet>
  )
}
