import kit from '@recado/sdk/ui/locales/pt-BR.json'
import errors from './errors.json'
import passkeys from './passkeys.json'
import shell from './shell.json'

export const words = { shell, errors, passkeys, kit }
