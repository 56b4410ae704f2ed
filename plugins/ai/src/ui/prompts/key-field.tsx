import { Button, Field, Input, useWords } from '@recado/sdk/ui'

interface KeyFieldProps {
  label: string
  /** What an empty field means while none is kept. */
  help: string
  value: string | null | undefined
  isKept: boolean
  error: string | undefined
  onChange(value: string | null | undefined): void
}

/** A key that is kept, replaced or erased, and never shown. */
export function KeyField({ label, help, value, isKept, error, onChange }: KeyFieldProps) {
  const { t } = useWords()
  const staysKept = isKept && value !== null
  return (
    <>
      <Field label={label} help={staysKept ? t('form.key.kept') : help} error={error}>
        <Input
          type="password"
          value={value ?? ''}
          maxLength={500}
          autoComplete="new-password"
          onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
        />
      </Field>
      {staysKept && (
        <Button size="small" className="self-start" onClick={() => onChange(null)}>
          {t('form.key.erase')}
        </Button>
      )}
    </>
  )
}
