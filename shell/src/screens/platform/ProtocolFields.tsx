import { Field, Input, Select } from '@recado/sdk/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { writeProtocol, type ProtocolFormat } from '../../base/contracts.ts'

/** A ticket of any company. */
const exampleNumber = '1042'

/** Format of protocol numbers (S9-138), with the number that a ticket would get now. */
export function ProtocolFields({
  format,
  timeZone,
  errors,
  onChange,
}: {
  format: ProtocolFormat
  timeZone: string
  errors: Readonly<Record<string, string>>
  onChange(format: ProtocolFormat): void
}) {
  const { t } = useTranslation('platform')
  const [now] = useState(() => new Date())
  const text = (name: 'prefix' | 'suffix' | 'format' | 'separator', maxLength: number) => (
    <Field
      label={t(`protocol.${name}.label`)}
      help={t(`protocol.${name}.help`, { defaultValue: '' })}
      error={errors[`protocolFormat.${name}`]}
    >
      <Input
        value={format[name]}
        maxLength={maxLength}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onChange({ ...format, [name]: event.target.value })}
      />
    </Field>
  )
  return (
    <>
      <div className="grid items-start gap-4 pane:grid-cols-2">
        {text('prefix', 20)}
        {text('suffix', 20)}
        {text('format', 20)}
        {text('separator', 3)}
        <Field label={t('protocol.idPosition.label')} error={errors['protocolFormat.idPosition']}>
          <Select
            value={format.idPosition}
            options={(['end', 'start'] as const).map((value) => ({
              value,
              label: t(`protocol.idPosition.options.${value}`),
            }))}
            onValueChange={(idPosition) =>
              onChange({ ...format, idPosition: idPosition as ProtocolFormat['idPosition'] })
            }
          />
        </Field>
      </div>
      <p className="rounded-md border border-line bg-canvas px-3 py-2 text-list" aria-live="polite">
        {t('protocol.example')}{' '}
        <output className="font-semibold break-words tabular-nums" translate="no">
          {writeProtocol(format, now, timeZone, exampleNumber)}
        </output>
      </p>
    </>
  )
}
