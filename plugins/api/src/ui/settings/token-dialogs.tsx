import { Button, CopiedText, Dialog, Field, SecretDialog, Select, useErrorWords, useWords } from '@recado/sdk/ui'
import { useState } from 'react'
import type { Configuration, ConfigurationWithToken } from '../../configurations/configuration.ts'
import { useRenew } from '../use-configurations.ts'
import { Examples } from './examples.tsx'

/** The token, this once, with what a program does with it. */
export function TokenDialog({ made, onClose }: { made: ConfigurationWithToken; onClose(): void }) {
  const { t } = useWords()
  return (
    <SecretDialog
      title={t('token.title', { name: made.configuration.name })}
      description={t('token.once')}
      keptLabel={t('token.kept')}
      onClose={onClose}
    >
      <CopiedText label={t('token.label')} text={made.token} />
      {(made.configuration.urlServiceStatus ?? made.configuration.urlMessageStatus) !== null && (
        <CopiedText label={t('token.webhookSecret')} text={made.webhookSecret} />
      )}
      <Examples id={made.configuration.id} />
    </SecretDialog>
  )
}

const overlaps = [0, 1, 24, 168] as const

/** Asks for how long the old token is accepted beside the new one. */
export function RenewDialog({
  configuration,
  onClose,
  onRenewed,
}: {
  configuration: Configuration
  onClose(): void
  onRenewed(made: ConfigurationWithToken): void
}) {
  const { t } = useWords()
  const wordsOf = useErrorWords()
  const renew = useRenew()
  const [hours, setHours] = useState('24')
  const confirm = () =>
    renew
      .mutateAsync({ id: configuration.id, overlapHours: Number(hours) })
      .then(onRenewed)
      // Shown below the field.
      .catch(() => undefined)
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('renew.title', { name: configuration.name })}
      description={t('renew.detail')}
      footer={
        <>
          <Button onClick={onClose}>{t('editor.cancel')}</Button>
          <Button variant="primary" busy={renew.isPending} onClick={() => void confirm()}>
            {t('renew.confirm')}
          </Button>
        </>
      }
    >
      <Field label={t('renew.overlap')} error={renew.error ? wordsOf(renew.error).text : undefined}>
        <Select
          value={hours}
          onValueChange={setHours}
          options={overlaps.map((each) => ({ value: String(each), label: t(`renew.hours.${each}`) }))}
        />
      </Field>
    </Dialog>
  )
}
