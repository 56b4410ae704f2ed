import { Field, Input, useErrorText, useWords } from '@recado/sdk/ui'
import { useState } from 'react'
import { longestAddress, webAddress } from '../../website/site-address.ts'

interface AddressFormProps {
  id: string
  address: string
  onAddress(address: string): void
  /** Gets a whole address. */
  onSubmit(address: string): void
  isBusy: boolean
  error: unknown
}

/** What people enter: `loja.com.br` is meant as `https://loja.com.br`. */
const entered = (text: string): string | undefined =>
  webAddress(text.includes('://') ? text.trim() : `https://${text.trim()}`)?.href

/** Asks for the address of a website. */
export function AddressForm({ id, address, onAddress, onSubmit, isBusy, error }: AddressFormProps) {
  const { t } = useWords()
  const textOf = useErrorText()
  const [tried, setTried] = useState(false)
  const whole = entered(address)
  return (
    <form
      id={id}
      noValidate
      className="flex min-w-0 flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (whole !== undefined && !isBusy) onSubmit(whole)
      }}
    >
      {!isBusy && error !== null && (
        <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-list text-danger">
          {textOf(error)}
        </p>
      )}
      <Field
        label={t('website.addressLabel')}
        help={t('website.addressHelp')}
        required
        error={tried && whole === undefined ? t('website.addressWrong') : undefined}
      >
        <Input
          type="url"
          inputMode="url"
          value={address}
          maxLength={longestAddress}
          autoComplete="url"
          onChange={({ target }) => onAddress(target.value)}
        />
      </Field>
      {isBusy && (
        <p role="status" className="text-list text-ink-muted">
          {t('website.finding')}
        </p>
      )}
    </form>
  )
}
