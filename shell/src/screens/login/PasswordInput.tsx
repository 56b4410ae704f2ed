import { IconButton, Input, type InputProps } from '@recado/sdk/ui'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/** A password that can be looked at. */
export function PasswordInput(props: Omit<InputProps, 'type' | 'className'>) {
  const { t } = useTranslation()
  const [visible, setVisible] = useState(false)
  return (
    <span className="relative block">
      <Input
        {...props}
        type={visible ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        className="pr-10"
      />
      <IconButton
        className="absolute top-1/2 right-1 -translate-y-1/2"
        size="small"
        icon={visible ? <EyeOff size={16} /> : <Eye size={16} />}
        label={t(visible ? 'login.hidePassword' : 'login.showPassword')}
        aria-pressed={visible}
        onClick={() => setVisible(!visible)}
      />
    </span>
  )
}
