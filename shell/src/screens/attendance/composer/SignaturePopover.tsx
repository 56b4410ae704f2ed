import { Button, Field, Input, Popover, Switch, useViewer } from '@recado/sdk/ui'
import { Signature } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { signatureLength } from '../../../base/contracts.ts'
import type { OwnSignature } from './use-signature.ts'

/** Whether and with what the agent signs. Both are kept for all conversations, on every device. */
export function SignaturePopover({ signature }: { signature: OwnSignature }) {
  const { t } = useTranslation('attendance')
  const { text } = signature
  const label = t(text === null ? 'signature.open' : 'signature.openOn', { text })
  return (
    <Popover
      side="top"
      label={t('signature.title')}
      className="w-80 max-w-[calc(100vw-1rem)]"
      trigger={
        <Button
          size="small"
          variant="ghost"
          icon={<Signature size={17} className={text === null ? undefined : 'text-accent-text'} />}
          aria-label={label}
          title={label}
        />
      }
    >
      <SignatureForm signature={signature} />
    </Popover>
  )
}

function SignatureForm({ signature: { choice, isForced, text, place, sign, change } }: { signature: OwnSignature }) {
  const { t } = useTranslation('attendance')
  const { name } = useViewer()
  return (
    <div className="flex flex-col gap-3 p-1">
      <p className="font-semibold text-ink">{t('signature.title')}</p>
      <Switch
        label={t('signature.switch')}
        checked={isForced || choice.isOn}
        disabled={isForced}
        onCheckedChange={(isOn) => change({ ...choice, isOn })}
      />
      {isForced && <p className="text-list text-ink-muted">{t('signature.forced')}</p>}
      <Field label={t('signature.text')} help={t('signature.textHelp')}>
        <Input
          value={choice.text}
          maxLength={signatureLength}
          placeholder={name}
          onChange={({ target }) => change({ ...choice, text: target.value })}
        />
      </Field>
      {text !== null && (
        <figure className="flex flex-col gap-1.5">
          <figcaption className="text-xs text-ink-muted">
            {t(place === 'above' ? 'signature.preview' : 'signature.previewLetter')}
          </figcaption>
          <p className="rounded-lg bg-hover px-3 py-2 text-list break-words whitespace-pre-line">
            {sign(t('signature.example'))}
          </p>
        </figure>
      )}
    </div>
  )
}
