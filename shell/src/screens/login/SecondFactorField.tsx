import { Field, Input } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'

export interface SecondFactorFieldProps {
  readonly value: string
  onChange(code: string): void
  readonly error?: string | undefined
}

/** Field for the code of a second factor, once the server has asked for it. A recovery code fits too. */
export function SecondFactorField({ value, onChange, error }: SecondFactorFieldProps) {
  const { t } = useTranslation('passkeys')
  return (
    <Field label={t('login.code')} help={t('login.codeHelp')} error={error}>
      <Input
        value={value}
        onChange={(event) => onChange(event.target.value)}
        autoFocus
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        className="tabular-nums"
      />
    </Field>
  )
}
