import { Field } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import { passwordBytes } from '../../base/contracts.ts'
import type { NewPassword, NewPasswordFaults } from './new-password.ts'
import { PasswordInput } from './PasswordInput.tsx'
import { PasswordRules } from '../../parts/passwords/PasswordRules.tsx'

interface NewPasswordFieldsProps {
  value: NewPassword
  faults: NewPasswordFaults
  /** Known facts about the user who chooses it: address, name, company. */
  personal?: readonly string[] | undefined
  autoFocus?: boolean
  onChange(value: NewPassword): void
}

/** A password that somebody chooses, its rules ticked off while it is typed, and its repetition. */
export function NewPasswordFields({ value, faults, personal, autoFocus = false, onChange }: NewPasswordFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <div>
        <Field label={t('newPassword.label')} error={faults.password}>
          <PasswordInput
            value={value.password}
            onChange={(event) => onChange({ ...value, password: event.target.value })}
            autoComplete="new-password"
            maxLength={passwordBytes}
            autoFocus={autoFocus}
          />
        </Field>
        <PasswordRules password={value.password} personal={personal} />
      </div>
      <Field label={t('newPassword.confirmation')} error={faults.confirmation}>
        <PasswordInput
          value={value.confirmation}
          onChange={(event) => onChange({ ...value, confirmation: event.target.value })}
          autoComplete="new-password"
          maxLength={passwordBytes}
        />
      </Field>
    </>
  )
}
