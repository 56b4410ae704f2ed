import { Input, type InputProps } from '@recado/sdk/ui'
import { useState } from 'react'
import { useWrittenPhone } from '../../base/i18n/use-written-phone.ts'

/**
 * A telephone number as people write it, until somebody types in it; then it is what they type, until they leave it.
 * The value stays as it was given while nobody types.
 */
export function PhoneInput({
  value,
  onValueChange,
  ...rest
}: Omit<InputProps, 'value' | 'type' | 'onChange' | 'onBlur'> & { value: string; onValueChange(value: string): void }) {
  const written = useWrittenPhone()
  const [isTyped, setTyped] = useState(false)
  return (
    <Input
      {...rest}
      type="tel"
      value={isTyped ? value : written(value)}
      onChange={(event) => {
        setTyped(true)
        onValueChange(event.target.value)
      }}
      onBlur={() => setTyped(false)}
    />
  )
}
